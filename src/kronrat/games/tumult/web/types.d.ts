/** What the rules of `tumult` send to its page. Written by `kronrat.typings`. */

/** All that a seat may know. */
export type View = {
  game: "tumult";
  options: Record<string, string>;
  seat: number | null;
  seats: number;
  round: number;
  phase: number;
  scene: "sides" | "land" | "raid" | "orders";
  order: number[];
  deciding: number[];
  secret: number[];
  over: boolean;
  demand: (number | null)[];
  supply: number;
  board: Board;
  newest: Spot | null;
  chronicle: number[];
  raid: RaidView;
  riots: Riots | null;
  coronation: Coronation | null;
  players: PlayerView[];
  standing: [number, number, number, [string, number][]][];
};

/** The landscape: fields row by row, and its tiles place by place. */
export type Board = {
  rows: number;
  columns: number;
  fields: (string | null)[];
  owners: (number | null)[];
  land: (LandTile | null)[];
};

/** An open landscape tile, rotated clockwise by quarters. */
export type LandTile = {
  tile: string;
  quarters: number;
};

/** A field of the landscape. */
export type Spot = {
  row: number;
  column: number;
};

/** The slots of the centre, and what happens to their tiles. `faces` are those that the viewer may see, by slot. */
export type RaidView = {
  slots: (["free" | "paid"] | ["held" | "taken", number])[];
  faces: Record<string, string>;
  aside: number;
  shown: boolean;
  centre: string[] | null;
  gathering: boolean;
  looks: number[] | null;
  pace: Pace | null;
};

/** The times of a live raid, in milliseconds. */
export type Pace = {
  lasts: number;
  countdown: number;
  hand: number;
};

/** The checks of the newest raid, in their order. */
export type Riots = {
  round: number;
  order: number[];
  checks: Check[];
};

/** Whether enough of one kind was left to the people. */
export type Check = {
  kind: "bread" | "marble" | "tools";
  left: number;
  demand: number;
  centre: string[];
  lanes: Lane[];
  penalty: Penalty | null;
};

/** What one seat robbed of a kind, what mercy takes off, and how greedy that makes it. */
export type Lane = {
  seat: number;
  tiles: string[];
  robbed: number;
  mercy: number;
  greed: number;
};

/** What a riot costs the greediest; `before` and `after` are the followers of that seat. */
export type Penalty = {
  seat: number;
  tied: boolean;
  kept: string | null;
  back: string[];
  before: number;
  after: number;
};

/** The newest coronation and what came with it. */
export type Coronation = {
  round: number;
  order: number[];
  before: number[];
  ranks: Rise[];
  king: number;
  price: number;
  written: Entry | null;
  revealed: number;
  checked: Difference | null;
  mercy: number[];
  ended: Ending | null;
};

/** The rank of one seat before and now, by its followers, and those it got as a consolation before. */
export type Rise = {
  seat: number;
  before: number;
  followers: number;
  tied: boolean;
  consolation: number;
};

/** What a king wrote into the chronicle. */
export type Entry = {
  space: number;
  statues: number;
};

/** The difference in statues, and the number by which it would end the game. */
export type Difference = {
  difference: number;
  number: number;
};

/** How the game ended. */
export type Ending = {
  winner: number;
  reason: "statues" | "difference" | "chronicle";
};

/** What is before a player. */
export type PlayerView = {
  order?: OrderView;
  rank: number;
  side: "male" | "female" | "";
  statues: number;
  followers: number;
  mercy: boolean;
  hand: number | null;
  done: boolean;
  tiles: number;
  castle: string[] | null;
  hit: boolean;
  acted: "placed" | "passed" | null;
};

/** What a player wants robbed, in the mode of orders. */
export type OrderView = {
  want_bread: number;
  want_marble: number;
  want_tools: number;
  least_bread: number;
  least_marble: number;
  least_tools: number;
  tiles: number;
  over: number;
};

/** The answer to each topic. */
export type Hints = {
  fields: FieldsInReach;
  odds: Odds;
  tips: Tips;
};

export type FieldsInReach = {
  fields: FieldInReach[];
};

/** A field that the viewer may take; `free` means without a neighbour, for double cost. */
export type FieldInReach = {
  payable: boolean;
  payments: Payment[];
  missing: ("bread" | "marble" | "tools")[];
  row: number;
  column: number;
  field: string;
  free: boolean;
  cost: Partial<Record<"bread" | "marble" | "tools", number>>;
  statues: number;
};

/** Tiles that pay for a field, and how many symbols too many are on them. */
export type Payment = {
  tiles: string[];
  over: number;
};

/** What is left to the people; None unless a raid is to come or goes on. */
export type Odds = {
  left: PeopleLeft | null;
};

/** What is left to the people by kind. */
export type PeopleLeft = {
  bread: Left;
  marble: Left;
  tools: Left;
};

/** One kind of goods: the symbols that the people can expect now, in tenths, and what they demand if it is known. */
export type Left = {
  likely: number;
  demand: number | null;
  enough: number[];
};

/** The ids of texts. */
export type Tips = {
  tips: string[];
};

/** The last answer of a sealed phase is in: from now on all answers may be known. */
export type SealsBroken = {
  event: "seals_broken";
  rule: string;
};

/** A question had a single answer, so nobody was asked. */
export type Forced = {
  event: "forced";
  rule: string;
  seat: number;
  choice: (string | number)[];
};

/** The seats by rank, king first. */
export type RanksDrawn = {
  event: "ranks_drawn";
  rule: string;
  order: number[];
};

export type RoundBegan = {
  event: "round_began";
  rule: string;
  round: number;
};

export type PhaseBegan = {
  event: "phase_began";
  rule: string;
  phase: number;
};

/** What the people demand of every kind. */
export type DiscSpun = {
  event: "disc_spun";
  rule: string;
  seat: number;
  number: number;
};

/** What the people demand of one kind, in the gamblers' variant. */
export type DiscSpunFor = {
  event: "disc_spun_for";
  rule: string;
  seat: number;
  kind: "bread" | "marble" | "tools";
  number: number;
};

export type TilesSetAside = {
  event: "tiles_set_aside";
  rule: string;
  count: number;
  left: number;
};

export type SeatReady = {
  event: "seat_ready";
  rule: string;
  seat: number;
};

export type RaidBegan = {
  event: "raid_began";
  rule: string;
};

export type TileLifted = {
  event: "tile_lifted";
  rule: string;
  seat: number;
  slot: number;
};

/** The face of the tile in hand, shown to its holder alone, who has to remember it. [TR-P2-15, TR-DIG-LIVE-15] */
export type TileSeen = {
  event: "tile_seen";
  rule: string;
  seat: number;
  slot: number;
  tile: string;
};

export type TileKept = {
  event: "tile_kept";
  rule: string;
  seat: number;
  slot: number;
};

export type TileReturned = {
  event: "tile_returned";
  rule: string;
  seat: number;
  slot: number;
};

/** A hand that carries out an order comes too late for a tile; nobody else knows where it reached. [TR-DIG-SIM-3] */
export type TileMissed = {
  event: "tile_missed";
  rule: string;
  seat: number;
  slot: number;
  by: number;
};

export type Stopped = {
  event: "stopped";
  rule: string;
  seat: number;
};

export type Resumed = {
  event: "resumed";
  rule: string;
  seat: number;
};

/** The hourglass has run out; these seats are still holding a tile. */
export type TimeRanOut = {
  event: "time_ran_out";
  rule: string;
  holding: number[];
};

export type GraceRanOut = {
  event: "grace_ran_out";
  rule: string;
};

/** What follows is what all orders, the hidden tiles and the time have led to. */
export type OrdersCarriedOut = {
  event: "orders_carried_out";
  rule: string;
};

/** All tiles but those set aside: the centre, also by its symbols of each kind, and the castles seat by seat. */
export type TilesRevealed = {
  event: "tiles_revealed";
  rule: string;
  centre: string[];
  bread: number;
  marble: number;
  tools: number;
  castles: string[][];
};

export type PeopleContent = {
  event: "people_content";
  rule: string;
  kind: "bread" | "marble" | "tools";
  left: number;
  demand: number;
};

/** A player with the people's mercy counts every symbol of the kind all the same. */
export type MercyDeclined = {
  event: "mercy_declined";
  rule: string;
  seat: number;
  kind: "bread" | "marble" | "tools";
};

/** Too little is left of a kind: the greed of all seats, and who is the greediest. */
export type RiotBrokeOut = {
  event: "riot_broke_out";
  rule: string;
  kind: "bread" | "marble" | "tools";
  left: number;
  demand: number;
  greed: number[];
  seat: number;
};

export type TilesGivenBack = {
  event: "tiles_given_back";
  rule: string;
  seat: number;
  tiles: string[];
};

export type FollowersGained = {
  event: "followers_gained";
  rule: string;
  seat: number;
  followers: number;
  source: "source.levy" | "source.aid" | "source.riot" | "source.overpaid" | "source.consolation" | "source.coronation";
};

export type FollowersLost = {
  event: "followers_lost";
  rule: string;
  seat: number;
  followers: number;
  source: "source.levy" | "source.aid" | "source.riot" | "source.overpaid" | "source.consolation" | "source.coronation";
};

export type TilesPaid = {
  event: "tiles_paid";
  rule: string;
  seat: number;
  tiles: string[];
};

/** Statues on a field; `free` means without a neighbour, for double cost. */
export type StatuesPlaced = {
  event: "statues_placed";
  rule: string;
  seat: number;
  row: number;
  column: number;
  field: string;
  statues: number;
  free: boolean;
};

export type Passed = {
  event: "passed";
  rule: string;
  seat: number;
};

/** Tiles that were not used, by seat. */
export type GoodsLapsed = {
  event: "goods_lapsed";
  rule: string;
  tiles: string[][];
};

/** The seats by their new ranks, and the followers that made them. */
export type RanksSet = {
  event: "ranks_set";
  rule: string;
  order: number[];
  followers: number[];
};

export type KingCrowned = {
  event: "king_crowned";
  rule: string;
  seat: number;
};

export type ChronicleWritten = {
  event: "chronicle_written";
  rule: string;
  seat: number;
  space: number;
  statues: number;
};

/** A landscape tile is turned up; `fields` are its kinds in reading order. */
export type LandRevealed = {
  event: "land_revealed";
  rule: string;
  seat: number;
  row: number;
  column: number;
  tile: string;
  fields: string[];
};

export type EndChecked = {
  event: "end_checked";
  rule: string;
  difference: number;
  number: number;
};

export type MercyShown = {
  event: "mercy_shown";
  rule: string;
  seats: number[];
};

export type GoodsMixed = {
  event: "goods_mixed";
  rule: string;
};

export type GameEnded = {
  event: "game_ended";
  rule: string;
  winner: number;
  reason: "statues" | "difference" | "chronicle";
};

/** Every kind of event by its name. */
export type Events = {
  seals_broken: SealsBroken;
  forced: Forced;
  ranks_drawn: RanksDrawn;
  round_began: RoundBegan;
  phase_began: PhaseBegan;
  disc_spun: DiscSpun;
  disc_spun_for: DiscSpunFor;
  tiles_set_aside: TilesSetAside;
  seat_ready: SeatReady;
  raid_began: RaidBegan;
  tile_lifted: TileLifted;
  tile_seen: TileSeen;
  tile_kept: TileKept;
  tile_returned: TileReturned;
  tile_missed: TileMissed;
  stopped: Stopped;
  resumed: Resumed;
  time_ran_out: TimeRanOut;
  grace_ran_out: GraceRanOut;
  orders_carried_out: OrdersCarriedOut;
  tiles_revealed: TilesRevealed;
  people_content: PeopleContent;
  mercy_declined: MercyDeclined;
  riot_broke_out: RiotBrokeOut;
  tiles_given_back: TilesGivenBack;
  followers_gained: FollowersGained;
  followers_lost: FollowersLost;
  tiles_paid: TilesPaid;
  statues_placed: StatuesPlaced;
  passed: Passed;
  goods_lapsed: GoodsLapsed;
  ranks_set: RanksSet;
  king_crowned: KingCrowned;
  chronicle_written: ChronicleWritten;
  land_revealed: LandRevealed;
  end_checked: EndChecked;
  mercy_shown: MercyShown;
  goods_mixed: GoodsMixed;
  game_ended: GameEnded;
};

export type GameEvent = Events[keyof Events];

/** The goods tiles of one kind with one edge, by the symbols on each. */
export type Goods = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  kind: "bread" | "marble" | "tools";
  edge: "none" | "grey" | "black";
  values: number[];
};

/** One kind of field. */
export type Field = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  letter: "m" | "f" | "x" | "v" | "c";
  bread: number;
  marble: number;
  tools: number;
  statues: number;
  anywhere: boolean;
};

/** One section of the tumult disc. */
export type Section = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  number: number;
  weight: number;
};

/** One space of the king's chronicle; a number of -1 means that none is printed. */
export type Space = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  statues: number;
  number: number;
  reveal: number[];
};

/** One landscape tile of nine fields. */
export type Land = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  rows: string[];
};

/** What a table with this many players uses. */
export type Supply = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  players: number;
  followers: number;
  edges: ("none" | "grey" | "black")[];
};

/** Which landscape tiles are open at first. */
export type Layout = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  players: number;
  rows: string[];
};

/** How many pieces of one kind are in the box. */
export type Component = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  count: number;
};

/** The component tables. */
export type Rows = {
  goods: Record<string, Goods>;
  fields: Record<string, Field>;
  disc: Record<string, Section>;
  chronicle: Record<string, Space>;
  land: Record<string, Land>;
  tables: Record<string, Supply>;
  layouts: Record<string, Layout>;
  components: Record<string, Component>;
};

/** The facts of every question a player can be asked. */
export type Questions = {
  choose_side: { seat: number; };
  first_statue: { seat: number; };
  ready: { seat: number; };
  rob: { seat: number; };
  last_tile: { seat: number; };
  hourglass: {  };
  grace: {  };
  draft_lift: { seat: number; };
  draft_look: { seat: number; };
  give_order: { seat: number; };
  use_mercy: { seat: number; about: "bread" | "marble" | "tools"; left: number; answered: number; declined: number; };
  place: { seat: number; };
  pay: { seat: number; field: number; };
  turn_up: { seat: number; };
};

/** All of it, for the types of the frame. */
export type Game = {
  View: View;
  Hints: Hints;
  Event: GameEvent;
  Rows: Rows;
  Questions: Questions;
};
