/** Language, appearance, density, and the typeface and width of documents, in the settings. */
import { APPEARANCES, type Language, LANGUAGES, type Preferences } from "../../kernel/preferences.ts";
import { DENSITIES, FONTS, TEXT_WIDTHS } from "../shared/device-choices.ts";
import { words } from "../../words/settings.ts";

/** Each in its own language, for users who cannot read the others. */
const NAMES: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch", ar: "العربية" };

export const LookSection = ({ preferences: { language, appearance } }: { preferences: Preferences }) => (
  <section aria-labelledby="look">
    <h2 id="look">{words.look}</h2>
    <form class="stack" data-look>
      <label for="look-language">{words.language}</label>
      <select id="look-language" name="language">
        <option value="" selected={language === null}>
          {words.browserLanguage}
        </option>
        {LANGUAGES.map((each) => (
          <option value={each} lang={each} selected={language === each}>
            {NAMES[each]}
          </option>
        ))}
      </select>
      <label for="look-appearance">{words.appearance}</label>
      <select id="look-appearance" name="appearance">
        {APPEARANCES.map((each) => (
          <option value={each} selected={appearance === each}>
            {words[each]}
          </option>
        ))}
      </select>
      {/* The browser selects what this device uses. */}
      <label for="look-density">{words.density}</label>
      <select id="look-density" name="density">
        {DENSITIES.map((each) => (
          <option value={each}>{words[each]}</option>
        ))}
      </select>
      <label for="look-font">{words.font}</label>
      <select id="look-font" name="font">
        {FONTS.map((each) => (
          <option value={each}>{words[each]}</option>
        ))}
      </select>
      <label for="look-text-width">{words.textWidth}</label>
      <select id="look-text-width" name="textWidth">
        {TEXT_WIDTHS.map((each) => (
          <option value={each}>{words[each]}</option>
        ))}
      </select>
      <p class="actions">
        <button type="submit" class="quiet outlined">
          {words.saveLook}
        </button>
      </p>
    </form>
  </section>
);
