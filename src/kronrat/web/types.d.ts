/**
 * What the frame knows about any game, and how a game makes it more precise: `TableModel<Game>`, `Drawing<Game>` and the
 * others take the `Game` of its `types.d.ts`, which is written from its rules.
 */

import type * as wire from "./messages.js";
import type { Clock, TableModel } from "./model.js";
import type { Part, Pause, Scene } from "./playhead.js";
import type { Words } from "./words.js";

/** What html`…` makes; only the page puts it anywhere. */
export type Drawn = object;

/** What may be between two tags: what html`…` makes, text, lists of them, and nothing. */
export type Children = unknown;

export type Choice = (string | number)[];
export type Facts = Record<string, unknown>;

/** A line of the standing as it is in views: seat, place, score, and what was compared to break ties. */
export type StandingLine = [seat: number, place: number, score: number, ties: [tie: string, value: number][]];

/** An event at an element, for its handlers. */
export type On<E extends Element = HTMLElement> = Event & { currentTarget: E; target: Element };

/** What every view has, whatever else is in it. */
export type AnyView = {
  options: Record<string, string>;
  seats: number;
  deciding: number[];
  secret?: number[]; // the seats that know, or choose, what others must not see; without it every seat may
  over: boolean;
  players: object[];
  standing: StandingLine[];
};

/** What happened, as the server sends it. */
export type AnyEvent = { event: string; rule: string };

/** All types that the rules of a game send. */
export type AnyGame = {
  View: AnyView;
  Hints: object;
  Event: AnyEvent;
  Rows: object;
  Questions: object;
};

export type EntryOf<G extends AnyGame> = Omit<wire.Entry, "events"> & { events: G["Event"][] };

/** An event by its name. */
export type EventOf<G extends AnyGame, Name extends G["Event"]["event"]> = Extract<G["Event"], { event: Name }>;

/** A question: its kind decides which facts it has. */
export type QuestionOf<G extends AnyGame, Kind extends keyof G["Questions"] = keyof G["Questions"]> = Omit<
  wire.Question,
  "kind" | "facts"
> &
  { [K in Kind]: { kind: K & string; facts: G["Questions"][K] } }[Kind];

export type GameInfoOf<G extends AnyGame> = Omit<wire.GameInfo, "rows"> & { rows: G["Rows"] };

/** A table with the fields that were left out because they have their default. */
export type Seat = Required<wire.Seat>;
export type TableInfo = Omit<Required<wire.TableInfo>, "seats"> & { seats: Seat[] };

/** What the log says about an event; without a text it is not worth a line. A heading begins something. */
export type Told = { text: Children; icon?: string; rule?: string; seat?: number; heading?: boolean };

/** The course of a finished game, as `courseOf` in the game's `course.js` finds it. */
export type Course<G extends AnyGame = AnyGame> = {
  chapters: Chapter[];
  /** The score over the game. */
  curve: Point[];
  sources: Source[];
  /** What was built: `built[part][seat]` counts. */
  built: number[][];
  rolls: Roll[];
  turns: Turn[];
  /** The dice that everybody still has, where a game has any. */
  diceLeft: ((view: G["View"]) => DiceOfSeat[]) | null;
  /** The events that say best what a line was about. */
  headlines: string[];
  /** A part of the game in words, such as a year, and in short. */
  part(words: Words, part: number): string;
  short(words: Words, part: number): string;
  /** Whatever else was counted. */
  deeds?: Source[];
  /** How the game came to its end, where more is to be said than who is ahead of whom. */
  ending?(words: Words): string;
  /** Whether points of the curve are counted through all parts, not anew in each. */
  running?: boolean;
  /** The clock of the rules before view `at`, where a game is played in real time, */
  clock?(at: number): Clock | null;
  /** and by how much real time is stretched. */
  slow?(view: G["View"]): number;
};

/** A stretch of the game that begins with view `at`; those of one `part` belong together. */
export type Chapter = { at: number; part: number; icon: string; major: boolean; say(words: Words): string };

/** Something that decided the game. */
export type Turn = { at: number; seat: number; score: number; title(words: Words): string; say(words: Words): string };

/** Where points came from, for each seat. */
export type Source = { icon: string; values: number[]; say(words: Words): string };

export type Point = { at: number; part: number; scores: number[] };

/** Dice that were rolled, and where in their stream. */
export type Roll = { at: number; seat: number; faces: number[]; dice: number[] };

export type DiceOfSeat = { seat: number; dice: number[]; bonus: number[] };

/** A section of the short rules: what `shortRules` in `short-rules.js` of a game lists. */
export type Section = {
  id: string;
  title: string;
  icon: string;
  now: boolean;
  rule: string;
  points: string[];
  body?: Children;
};

type Component<Props> = (props: Props) => Children;

/** How a game is drawn: what its `index.js` exports by default. */
export type Drawing<G extends AnyGame = AnyGame> = {
  Ribbon: Component<{ model: TableModel<G> }>;
  Stage: Component<{ model: TableModel<G> }>;
  Side: Component<{ model: TableModel<G> }>;
  Tray: Component<{ model: TableModel<G> }>;
  /** An event as a line of the log. */
  logLine(model: TableModel<G>, event: G["Event"]): Told | null;
  /** Where a game is, in a few words. */
  caption(words: Words, caption: Record<string, number>): string;
  /** What is heard of an event, by its name: a sound of sound.js. */
  sounds?: { [Name in G["Event"]["event"]]?: string };
  /** How a step is told in one or several scenes before the table shows it, if it is; `view` is the one after it. */
  scene?(
    model: TableModel<G>,
    entries: EntryOf<G>[],
    view: G["View"],
    before: G["View"],
    pauses: Pause<G["View"]>[],
  ): Scene | Scene[] | null;
  /** What is shown while something goes on that is told as a whole, with what others choose in it; null elsewhere. */
  goesOn?(
    model: TableModel<G>,
    entries: EntryOf<G>[],
    view: G["View"],
    before: G["View"],
    pauses: Pause<G["View"]>[],
  ): Part | null;
  /** Have an answer ready on the table as if it were picked, but not given; false where that cannot be done. */
  lay?(model: TableModel<G>, answer: Choice[]): boolean;
  /** An answer in short; without it its choices are said one after the other. */
  answer?(words: Words, answer: Choice[]): string | null;
  /** Where on the table an answer is given, as a selector; nothing where that is not one place. */
  spot?(answer: Choice[]): string;
  /** Whether the game tells odds, and has a module `odds` that draws them. */
  odds?: boolean;
  /** Keys of this game beside those of every table: pairs of the keys and the id of what they do. */
  keys?: [keys: string, action: string][];
};
