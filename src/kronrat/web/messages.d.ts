/**
 * What server and browser say to each other, as `server/wire` has it. Written by tools/messages.
 * A field with a question mark is left out where it has its default.
 */

export interface NewName {
  name: string;
}

export interface Me {
  name?: string;
  taken?: number;
  left?: number;
}

export interface NewLink {
  link: string;
  code: string;
  svg: string;
  until: number;
}

export interface Ticket {
  secret?: string;
  code?: string;
  leave?: boolean;
  take?: boolean;
}

export interface Device {
  id: string;
  label: string;
  created: number;
  seen: number;
  here?: boolean;
}

export interface Passkey {
  id: string;
  label: string;
  created: number;
}

export interface Account {
  name: string;
  devices: Device[];
  passkeys: Passkey[];
  recovery: number;
  can_use_passkeys: boolean;
}

export interface RecoveryCodes {
  codes: string[];
}

export interface PasskeyOptions {
  options: Record<string, unknown>;
}

export interface PasskeyAnswer {
  credential: Record<string, unknown>;
  leave?: boolean;
  take?: boolean;
}

export interface NoticeWishes {
  push?: ("dropped" | "game" | "invited" | "time" | "turn")[];
  mail?: ("dropped" | "game" | "invited" | "time" | "turn")[];
  hook?: ("dropped" | "game" | "invited" | "time" | "turn")[];
  quiet?: boolean;
  quiet_from?: number;
  quiet_to?: number;
  bundle?: boolean;
  zone?: string;
  lang?: string;
}

export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface NoticeAddress {
  address: string;
  form?: "discord" | "json" | "text" | "";
}

export interface NoticeChannel {
  kind: "hook" | "mail" | "push";
  state: "asked" | "dead" | "on";
  address?: string;
  form?: "discord" | "json" | "text" | "";
  here?: boolean;
  failed?: number;
  failure?: string;
}

export interface Notices {
  wishes: NoticeWishes;
  channels: NoticeChannel[];
  can_mail?: boolean;
  push_key?: string;
}

export interface MailTicket {
  token: string;
}

export interface Privacy {
  private: boolean;
}

export interface Link {
  path: string;
}

export interface QrCode {
  svg: string;
}

export interface Problem {
  code: string;
  detail?: string;
  line?: number;
}

export interface Friend {
  handle: string;
  name: string;
  game?: string;
  at?: number;
  games?: number;
  blocked?: boolean;
}

export interface Friends {
  friends: Friend[];
}

export interface NewInvitation {
  friend: string;
}

export interface SomebodyThere {
  seat?: number | null;
  n?: number;
}

export interface Seeking {
  game: string;
  pace?: "correspondence" | "live";
  seats?: number;
}

export interface Met {
  table?: string;
}

export interface NewLeague {
  name: string;
  game: string;
  evenings: number;
  options?: Record<string, string>;
  limit_s?: number;
}

export interface LeagueMember {
  name: string;
  handle: string;
  here?: boolean;
  me?: boolean;
  owner?: boolean;
}

export interface LeagueLine {
  place: number;
  name: string;
  points: number;
  games: number;
  wins: number;
  shared?: boolean;
  me?: boolean;
}

export interface LeagueResult {
  place: number;
  name: string;
  score: number;
  points?: number;
  bot?: string;
  me?: boolean;
}

export interface LeagueTable {
  table: string;
  evening: number;
  opened: number;
  stage: "closed" | "gathering" | "over" | "playing" | "gone";
  results?: LeagueResult[];
  mine?: boolean;
}

export interface League {
  id: string;
  name: string;
  game: string;
  options: Record<string, string>;
  limit_s: number;
  evenings: number;
  evening: number;
  members: LeagueMember[];
  standings: LeagueLine[];
  tables: LeagueTable[];
  now: number;
  member?: boolean;
  owner?: boolean;
  here?: boolean;
}

export interface Leagues {
  leagues: LeagueName[];
}

export interface LeagueName {
  id: string;
  name: string;
  game: string;
  evenings: number;
}

export interface Here {
  here: boolean;
}

export interface Complaint {
  seat?: number | null;
  n?: number;
  why?: string;
}

export interface RankLine {
  rating: number;
  error: number;
  games: number;
  wins?: number;
  bot?: string;
  level?: number | null;
  id?: string;
  name?: string;
  rank?: number;
  mine?: boolean;
  change?: number | null;
}

export interface Ranks {
  game: string;
  ranked: RankLine[];
  provisional: RankLine[];
  bots: RankLine[];
  mine?: RankLine | null;
  people?: number;
  unranked?: number;
  least_games?: number;
  most_error?: number;
}

export interface RatingStep {
  ended: number;
  rating: number;
  error: number;
}

export interface ProfileRating {
  game: string;
  pace: "correspondence" | "live" | "";
  rating: number;
  error: number;
  games: number;
  wins: number;
  rank?: number;
  of?: number;
  steps?: RatingStep[];
}

export interface SeatCount {
  seats: number;
  games: number;
  wins: number;
  reviewed?: number;
  adjusted?: number;
}

export interface FavouriteLine {
  icon: string;
  says: string;
  games: number;
}

export interface FavouriteGroup {
  game: string;
  kind: string;
  games: number;
  lines: FavouriteLine[];
}

export interface Rival {
  id: string;
  name: string;
  games: number;
  ahead: number;
  behind: number;
}

export interface PlayedGame {
  game: string;
  ended: number;
  seats: number;
  place: number;
  score: number;
  table?: string;
  rated?: boolean;
  change?: number | null;
  luck?: number | null;
  share?: number | null;
}

export interface Profile {
  id: string;
  name: string;
  since: number;
  ratings: ProfileRating[];
  mine?: boolean;
  private?: boolean;
  games?: number;
  wins?: number;
  finished?: number | null;
  accuracy?: number | null;
  streak?: number;
  longest?: number;
  seats?: SeatCount[];
  favourites?: FavouriteGroup[];
  rivals?: Rival[];
  newest?: PlayedGame[];
}

export interface ReviewConsequence {
  best: number;
  chosen: number;
  event: Record<string, unknown>;
}

export interface SwitchInfo {
  name: string;
  values: string[];
  default: string;
  rule: string;
  many?: boolean;
  live?: string;
  main?: number;
  words?: boolean;
}

export interface FirstTable {
  bots: string[];
  options: Record<string, string>;
}

export interface GameLine {
  id: string;
  seat_counts: number[];
  switches: SwitchInfo[];
  minutes: number[];
  weight: number;
  round: string[];
  first: FirstTable;
  lessons?: string[];
  taught?: Record<string, Record<string, string>>;
  trials?: string[];
  exercise?: boolean;
}

export interface LessonStep {
  id: string;
  at: string;
  wants: (string | number)[] | null;
  says: Record<string, string>;
  picture?: string[];
  scenes?: string[][];
  also?: string;
}

export interface LessonInfo {
  id: string;
  game: string;
  steps: LessonStep[];
  options?: Record<string, string>;
}

export interface Picture {
  icon: string;
  says: string;
  facts?: Record<string, unknown>;
}

export interface ExerciseInfo {
  pieces: Picture[];
  goals: Picture[];
  reached: number[][];
}

export interface NewTrial {
  nonce: string;
}

export interface Tried {
  table: string;
  commitment: string;
  asks: string[];
}

export interface GameInfo {
  id: string;
  seat_counts: number[];
  switches: SwitchInfo[];
  bots: string[];
  usual_bot: string;
  rows: Record<string, Record<string, Record<string, unknown>>>;
  rules_version: number;
  data_digest: string;
  ratings?: Record<string, Record<string, number>>;
  errors?: Record<string, Record<string, number>>;
  levels?: string[];
  thinkers?: string[];
  longest_think_s?: number;
}

export interface RuleText {
  id: string;
  title: string;
  chapter: string;
  text: string;
  lang: string;
  see?: string[];
}

export interface FigureLine {
  place: string;
  table: string;
  entry: string;
  field: string;
  kind: string;
  text: string;
  source: string;
  doubtful: boolean;
  name?: string;
  note?: string;
  reconstructed?: string;
}

export interface TypedFigures {
  values?: Record<string, string>;
  file?: string;
}

export interface FigureProblem {
  place: string;
  says: string;
  fact?: string;
}

export interface FiguresChecked {
  problems: FigureProblem[];
  changed: number;
  confirmed: number;
  text?: string;
  values?: Record<string, string>;
}

export interface WordsFile {
  lang: string;
  plural: string;
  messages: Record<string, string | string[]>;
}

export interface PuzzleLine {
  id: string;
  game: string;
  seats: number;
  seat: number;
  options: Record<string, string>;
  kind: string;
  level: string;
  tried?: number;
  found?: number;
  solved?: boolean | null;
}

export interface PuzzleList {
  day: string;
  daily: string;
  puzzles: PuzzleLine[];
  streak?: number;
}

export interface PuzzleToday {
  day: string;
  puzzle: PuzzleLine;
}

export interface PuzzleAnswer {
  choice: (string | number)[];
}

export interface PuzzleVerdict {
  solved: boolean;
  mark: string;
  loss: number;
  best: ((string | number)[])[];
  tempting: ((string | number)[])[];
  tempting_loss: number;
  chance: number;
  points: number[];
  levels: Record<string, number>;
  reasons: ReviewConsequence[];
  tried: number;
  found: number;
}

export interface PuzzleReported {
  dropped: boolean;
}

export interface Play {
  type: "play";
  id: string;
  version: number;
  seat: number;
  choice: (string | number)[];
}

export interface Undo {
  type: "undo";
  id: string;
  version: number;
  seat: number;
}

export interface Consent {
  type: "consent";
  id: string;
  seat: number;
  agree: boolean;
  version: number;
}

export interface Preview {
  type: "preview";
  id: string;
  seat: number;
  choice: (string | number)[];
}

export interface Why {
  type: "why";
  id: string;
  seat: number;
  choice: (string | number)[];
}

export interface Ask {
  type: "ask";
  id: string;
  seat: number;
  topic: string;
}

export interface Advise {
  type: "advise";
  id: string;
  seat: number;
}

export interface Front {
  type: "front";
  id: string;
  seat: number | null;
}

export interface Look {
  type: "look";
  id: string;
}

export interface Sit {
  type: "sit";
  id: string;
  seat: number;
  nonce: string;
  invite?: string;
  name?: string;
}

export interface Rise {
  type: "rise";
  id: string;
  seat: number;
}

export interface Ready {
  type: "ready";
  id: string;
  seat: number;
  on: boolean;
}

export interface Arrange {
  type: "arrange";
  id: string;
  seat: number;
  kind: "bot" | "human" | "invited" | "open";
  bot?: string;
}

export interface Close {
  type: "close";
  id: string;
}

export interface Hold {
  type: "hold";
  id: string;
  seat: number;
}

export interface Return {
  type: "return";
  id: string;
  seat: number;
}

export interface Chat {
  type: "chat";
  id: string;
  text: string;
}

export interface Mute {
  type: "mute";
  id: string;
  n: number;
  on?: boolean;
}

export interface Remove {
  type: "remove";
  id: string;
  seat?: number | null;
  n?: number;
}

export interface Lock {
  type: "lock";
  id: string;
  on: boolean;
}

export interface Pong {
  type: "pong";
  n: number;
}

export interface Gaze {
  type: "gaze";
  on: boolean;
}

export interface Stroke {
  seat: number;
  choice: (string | number)[];
}

export interface Lay {
  type: "lay";
  id: string;
  lines?: Stroke[];
  position?: Record<string, unknown> | null;
  names?: string[];
  front?: number | null;
}

export interface Roll {
  type: "roll";
  id: string;
}

export interface Outcomes {
  type: "outcomes";
  id: string;
}

export interface Put {
  type: "put";
  id: string;
  piece?: string;
  seat?: number | null;
  value?: boolean | number | string | string[];
}

export interface Seat {
  kind: "bot" | "human" | "invited" | "open";
  name?: string;
  bot?: string;
  here?: boolean;
  held?: string;
  away_ms?: number | null;
  holdable?: boolean;
  waits?: boolean;
  until?: number;
  helped?: "hints" | "lent" | "";
}

export interface Wish {
  seat: number;
  agreed: number[];
  version: number;
}

export interface Tip {
  id: string;
  rule: string;
  facts?: Record<string, unknown>;
}

export interface Question {
  kind: string;
  rule: string;
  facts: Record<string, unknown>;
  options: ((string | number)[])[];
  version: number;
  tips?: Tip[];
}

export interface Entry {
  version: number;
  at: number;
  seat: number;
  events: Record<string, unknown>[];
  choice?: (string | number)[] | null;
  undoes?: number | null;
  bot?: boolean;
}

export interface Said {
  n: number;
  at: number;
  name: string;
  text: string;
  seat?: number | null;
}

export interface Outdated {
  lines: number;
  shown: number;
  sure: boolean;
  damaged?: boolean;
}

export interface Origin {
  at: number;
  dice: "new" | "same";
  seat?: number | null;
  table?: string;
}

export interface TableInfo {
  id: string;
  game: string;
  options: Record<string, string>;
  stage: "closed" | "gathering" | "over" | "playing";
  pace: "correspondence" | "live";
  undo: "consent" | "free" | "off";
  listed: boolean;
  owner: string;
  seats: Seat[];
  commitment: string;
  data_digest: string;
  created: number;
  limit_s?: number;
  think_s?: number;
  reserve_s?: number;
  weekends?: boolean;
  holiday_days?: number;
  zone?: string;
  odds?: boolean;
  nonces?: string[];
  secret?: string;
  watchers?: number;
  wish?: Wish | null;
  rematch?: string;
  outdated?: Outdated | null;
  locked?: boolean;
  muted?: number[];
  fills_at?: number;
  watch_delay_s?: number;
  rated?: boolean;
  deal?: string;
  origin?: Origin | null;
}

export interface Clock {
  kind: string;
  ends_in: number;
  lasts: number;
  starts_in?: number;
  resumed?: boolean;
}

export interface Full {
  type: "full";
  version: number;
  now: number;
  table: TableInfo;
  mine: number[];
  owner: boolean;
  front: number | null;
  chat: Said[];
  log: Entry[];
  log_whole: boolean;
  invites: Record<string, string>;
  view?: Record<string, unknown> | null;
  question?: Question | null;
  undo?: "" | "alone" | "ask" | "free";
  undo_seat?: number | null;
  deadlines?: Record<string, number>;
  clock?: Clock | null;
  answer_to?: string;
  kept?: number[];
}

export interface Pause {
  name: string;
  events: number;
  patch: unknown[][];
}

export interface Delta {
  type: "delta";
  version: number;
  before: number;
  now: number;
  log?: Entry[];
  patch?: unknown[][];
  pauses?: Pause[];
  question?: Question | null;
  same_question?: boolean;
  undo?: "" | "alone" | "ask" | "free";
  undo_seat?: number | null;
  deadlines?: Record<string, number>;
  clock?: Clock | null;
  table?: TableInfo | null;
}

export interface People {
  type: "people";
  seats: Seat[];
  watchers: number;
}

export interface Ping {
  type: "ping";
  n: number;
  round_trip_ms?: number;
}

export interface Spoken {
  type: "spoken";
  said: Said;
}

export interface Done {
  type: "done";
  id: string;
  version: number;
}

export interface Foreseen {
  type: "foreseen";
  id: string;
  events: Record<string, unknown>[];
}

export interface Hint {
  type: "hint";
  id: string;
  topic: string;
  answer: Record<string, unknown>;
}

export interface Hinted {
  answer: ((string | number)[])[];
  percent: number;
  less?: number;
}

export interface Advised {
  type: "advised";
  id: string;
  hints: Hinted[];
}

export interface Weighed {
  answer: ((string | number)[])[];
  mark: string;
}

export interface Judged {
  type: "judged";
  id: string;
  hints: Hinted[];
  weighed: Weighed[];
  chances: number[];
}

export interface Refused {
  type: "refused";
  id: string;
  code: string;
  rule?: string;
  says?: string;
  facts?: Record<string, unknown>;
}

export interface AnalysisNode {
  seat: number;
  choice: (string | number)[];
  kind?: string;
  facts?: Record<string, unknown>;
  events?: Record<string, unknown>[];
  parent?: number;
  note?: string;
}

export interface Placed {
  type: "placed";
  id: string;
  node: AnalysisNode;
}

export interface MayCome {
  type: "may_come";
  id: string;
  seat: number;
  outcomes: AnalysisNode[];
  weights: number[];
}

export interface PieceTold {
  id: string;
  kind: "flag" | "number" | "word" | "words";
  says: string;
  value: boolean | number | string | string[];
  seat?: number | null;
  least?: number;
  most?: number;
  values?: string[];
  names?: string;
  group?: string;
}

export interface Pieces {
  type: "pieces";
  id: string;
  position: Record<string, unknown>;
  pieces: PieceTold[];
  changed?: boolean;
  by_lot?: boolean;
}

export interface Frame {
  entry: Entry;
  patch: unknown[][];
  deciding: number[];
  dice?: number[];
  moment?: string;
}

export interface Bend {
  lines: number;
  at: number;
  digest: string;
  seat?: number | null;
  seed?: string;
}

export interface ReplayFile {
  game: string;
  options: Record<string, string>;
  names: string[];
  seats: number;
  seat: number | null;
  header: Record<string, string>;
  view: Record<string, unknown>;
  frames: Frame[];
  over: boolean;
  bots?: string[];
  bends?: Bend[];
}

export interface ReviewSeat {
  seat: number;
  start: number;
  result: number;
  luck: number;
  errors: number;
  others: number;
  unknown: number;
  noise: number;
  marks: Record<string, number>;
  accuracy: number | null;
}

export interface ReviewQuestion {
  kind: string;
  facts: Record<string, unknown>;
}

export interface ReviewAnswers {
  chosen: ((string | number)[])[];
  best: ((string | number)[])[];
}

export interface ReviewRanked {
  answer: ((string | number)[])[];
  chance: number;
  follows: Record<string, unknown>[];
}

export interface ReviewDecision {
  line: number;
  seat: number;
  question: ReviewQuestion;
  chosen: string;
  best: string;
  answers: ReviewAnswers;
  loss: number;
  mark: string;
  error: number;
  best_chance: number;
  chosen_chance: number;
  before: number[];
  after: number[];
  stage: Record<string, number>;
  consequences: ReviewConsequence[];
  ranked: ReviewRanked[];
}

export interface ReviewMoment {
  line: number;
  seat: number;
  kind: "choice" | "luck" | "unknown";
  change: number[];
  after: number[];
  error: number;
  exact: boolean;
  stage: Record<string, number>;
  events?: Record<string, unknown>[] | null;
}

export interface ReviewReport {
  seats: ReviewSeat[];
  decisions: ReviewDecision[];
  chances: number[][];
  moments: ReviewMoment[];
  turning_points: ReviewMoment[];
  thresholds: Record<string, number>;
  positions: number;
}

export interface ReviewFile {
  state: "done" | "failed" | "none" | "running" | "stopped" | "waiting";
  done?: number;
  ahead?: number;
  mine?: boolean;
  outline?: number[][];
  report?: ReviewReport | null;
}

export interface AnalysisTried {
  seat: number;
  choice: (string | number)[];
  parent?: number;
  note?: string;
}

export interface AnalysisSheet {
  position: Record<string, unknown>;
  title?: string;
  names?: string[];
  note?: string;
  nodes?: AnalysisTried[];
}

export interface NewAnalysis {
  text?: string;
  table?: string;
  puzzle?: string;
  game?: string;
  seats?: number;
  options?: Record<string, string>;
  at?: number;
}

export interface AnalysisFile {
  game: string;
  seats: number;
  options: Record<string, string>;
  position: Record<string, unknown>;
  title: string;
  names: string[];
  note: string;
  nodes: AnalysisNode[];
  id?: string;
  mine?: boolean;
}

export interface AnalysisWish {
  sheet: AnalysisSheet;
  id?: string;
}

export interface AnalysisKept {
  id: string;
  game: string;
  title: string;
  changed: number;
}

export interface AnalysisList {
  analyses: AnalysisKept[];
}

export interface StatsLine {
  what: string;
  value: string;
  n: number;
  share: number;
  low: number;
  high: number;
  mean: number;
  even: number;
}

export interface StatsGroup {
  kind: string;
  options: Record<string, string>;
  seats: number;
  games: number;
  lines: StatsLine[];
}

export interface StatsFile {
  game: string;
  games: number;
  counted: number;
  levels: string[];
  groups: StatsGroup[];
}

export interface Verified {
  ok: boolean;
  checked?: number;
  problem?: string;
  line?: number;
  origin?: "" | "named" | "proved";
}

export interface SeatWish {
  kind: "bot" | "invited" | "me" | "open";
  bot?: string;
  nonce?: string;
  name?: string;
}

export interface Sealed {
  seal: string;
  commitment: string;
}

export interface NewTable {
  game: string;
  seats: SeatWish[];
  options?: Record<string, string>;
  pace?: "correspondence" | "live";
  undo?: "consent" | "free" | "off";
  limit_s?: number;
  listed?: boolean;
  seal?: string;
  think_s?: number;
  reserve_s?: number;
  weekends?: boolean;
  holiday_days?: number;
  zone?: string;
  fill_s?: number;
  watch_delay_s?: number;
  odds?: boolean;
  rated?: boolean;
  copies?: number;
  rotated?: boolean;
}

export interface NewVariation {
  at: number;
  dice: "new" | "same";
  seats: SeatWish[];
  table?: string;
  journal?: string;
  undo?: "consent" | "free" | "off";
  think_s?: number;
  seal?: string;
}

export interface Rematch {
  nonces: string[];
  seal?: string;
}

export interface Opened {
  table: string;
  commitment: string;
  deal?: string;
}

export interface TableLine {
  id: string;
  game: string;
  options: Record<string, string>;
  stage: "closed" | "gathering" | "over" | "playing";
  pace: "correspondence" | "live";
  limit_s: number;
  seats: Seat[];
  mine: number[];
  my_turn: boolean;
  deciding: number[];
  caption: Record<string, unknown>;
  changed: number;
  deadline?: number;
  reserve_s?: number;
  weekends?: boolean;
  holiday_days?: number;
  outdated?: boolean;
  damaged?: boolean;
  scores?: number[];
  rated?: boolean;
  varied?: boolean;
}

export interface Invited {
  table: TableLine;
  by?: string;
}

export interface Lobby {
  mine: TableLine[];
  open: TableLine[];
  running: TableLine[];
  now: number;
  invited?: Invited[];
}

export interface Absence {
  since?: number;
  until?: number;
  bot?: string;
}

export interface Turn {
  table: TableLine;
  since?: number;
  reserve_ms?: number | null;
  orders?: number;
  dropped?: boolean;
  away?: number[];
  away_bot?: string;
  unheard?: boolean;
}

export interface Turns {
  turns: Turn[];
  now: number;
  bots: string[];
}

export interface Order {
  kind: string;
  choices: ((string | number)[])[];
  always?: boolean;
  id?: string;
}

export interface OrderSheet {
  version: number;
  orders?: Order[];
}

export interface Expectation {
  question: Question;
  percent: number;
  percents: number[];
}

export interface Prospect {
  id: string;
  percents: number[];
  asked: number;
}

export interface Ordered {
  version: number;
  orders: Order[];
  expected: Expectation[];
  outcomes: Prospect[];
  worlds: number;
  asked: boolean;
  dropped?: string[];
}

export interface DealTable {
  id: string;
  stage: "closed" | "gathering" | "over" | "playing";
  seats: Seat[];
  mine?: boolean;
  looks?: boolean;
}

export interface DealLine {
  table: string;
  seat: number;
  place: number;
  score: number;
  bot?: string;
  mine?: boolean;
  rank?: number;
  field?: number | null;
  difference?: number | null;
  share?: number | null;
  luck?: number | null;
}

export interface Deal {
  id: string;
  game: string;
  options: Record<string, string>;
  pace: "correspondence" | "live";
  commitment: string;
  nonces: string[];
  tables: DealTable[];
  rated?: boolean;
  secret?: string;
  cleared?: boolean;
  lines?: DealLine[];
  closes?: number;
}

export type Command = Play | Undo | Consent | Preview | Why | Ask | Advise | Front | Look | Sit | Rise | Ready | Arrange | Close | Hold | Return | Chat | Mute | Remove | Lock | Lay | Roll | Outcomes | Put;

export type Message = Full | Delta | People | Ping | Spoken | Done | Foreseen | Hint | Advised | Judged | Placed | MayCome | Pieces | Refused;
