/** What the plain drawing knows about any game: that a view is plain data, and what every view has. */

import type { AnyEvent, AnyView, Choice, Facts } from "../types.js";

export type Scalar = string | number | boolean | null;
export type Json = Scalar | Json[] | Fields;
export type Fields = { [key: string]: Json };

export type View = AnyView & {
  players: Fields[];
  round?: Json;
  rounds?: Json;
  phase?: Json;
  /** Choices that players may expect, possible now or not. */
  wishes?: Choice[];
};

export type PlainGame = {
  View: View;
  Hints: object;
  Event: AnyEvent;
  Rows: Record<string, Record<string, object>>;
  Questions: Record<string, Facts>;
};
