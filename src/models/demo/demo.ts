/** placeholder */
import type { ModelEvent, ModelRequest } from "../model.ts";
export async function* streamDemo(_request: ModelRequest): AsyncGenerator<ModelEvent> {
  yield { kind: "end", reason: "stop" };
}
