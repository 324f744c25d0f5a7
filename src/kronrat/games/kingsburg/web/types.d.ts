/** What the rules of `kingsburg` send to its page. Written by `kronrat.typings`. */

/** All that a seat may know. */
export type View = {
  game: "kingsburg";
  options: Record<string, string>;
  seat: number | null;
  seats: number;
  year: number;
  phase: number;
  steps: ("a" | "b" | "c" | "d")[] | ("token" | "enemy" | "king" | "battle" | "after")[];
  step: "a" | "b" | "c" | "d" | "token" | "enemy" | "king" | "battle" | "after" | "";
  order: number[];
  deciding: number[];
  secret: number[];
  up_next: number | null;
  over: boolean;
  enemy: string | null;
  enemy_open: boolean;
  enemy_range: number[];
  envoy: number | null;
  sheet: string[][];
  court: Record<string, ((string | number)[])[]>;
  passed: number[];
  players: PlayerView[];
  battle: Battle | null;
  king: Compared[];
  season: Season | null;
  season_over: Season | null;
  standing: [number, number, number, [string, number][]][];
};

/** What is open in front of a player; `strength` is without reinforcements to come. */
export type PlayerView = {
  soldiers: number;
  walls: [string, number][];
  strength: number;
  dealt?: string[];
  chosen?: string;
  token?: number;
  vp: number;
  gold: number;
  wood: number;
  stone: number;
  plus2: number;
  extra_dice: number;
  dice: number[];
  bonus: number[];
  buildings: string[];
  coming: (string | null)[];
  governor: string;
  private: [number, number][];
  controls: Record<string, "" | "goods" | "exchange" | "die" | "faces" | "building">;
  tokens: number[];
  used: string[];
  used_year: string[];
  accepts: string[];
  declines: string[];
  peeked: boolean;
};

/** The newest battle until the next Summer, or in phase 7 the one to come. */
export type Battle = {
  year: number;
  steps: ("token" | "enemy" | "king" | "battle" | "after")[];
  enemy: string | null;
  open: boolean;
  king: number;
  lanes: Lane[];
  fought: boolean;
  over: boolean;
};

/** One player's battle: as it was fought, or as it would be now. */
export type Lane = {
  seat: number;
  soldiers: number;
  reinforced: number;
  walls: [string, number][];
  strength: number;
  outcome: "victory" | "draw" | "defeat" | "";
  strongest: boolean;
  spared: string;
  fallen: string[];
  after: Spoils;
};

/** What a battle brought and cost. */
export type Spoils = {
  gold: number;
  wood: number;
  stone: number;
  vp: number;
};

/** What the King compares of one seat, and whether it comes out ahead, or behind where he helps those. */
export type Compared = {
  seat: number;
  buildings: number;
  goods: number | null;
  found: boolean;
};

/** A season since its turn order was set; without those who got nothing. */
export type Season = {
  phase: number;
  harvest: Line[];
  end: Line[];
};

/** What one seat has got, and the ids of the sentences that say from where, in this order. */
export type Line = {
  seat: number;
  sources: string[];
  got: Record<string, number>;
  looked: boolean;
};

/** The answers by topic. */
export type Hints = {
  dice: DicePlan;
  outlook: Outlook;
  odds: Odds;
};

/** What the dice at hand can still do. */
export type DicePlan = {
  sets: RankSet[];
};

/** Advisors that the dice can reach together, and the choices that do. */
export type RankSet = {
  ranks: number[];
  choices: ((string | number)[])[];
};

export type Outlook = {
  prices: Record<string, number[]>;
  stands: Help | null;
  with: Record<string, Help>;
  private: Record<string, Help>;
};

/** What advisors would give; `goods` are of choice, `buildings` could then be paid. */
export type Help = {
  gold: number;
  wood: number;
  stone: number;
  goods: number;
  vp: number;
  soldiers: number;
  plus2: number;
  buildings: string[];
};

/** The battle of this Winter until it is fought; and for each free advisor the rivals whose dice can reach it. */
export type Odds = {
  battle: BattleOdds | null;
  rivals: Record<string, number[]>;
};

/** The battle of this Winter: with none more soldiers, with one more … until a victory is certain. */
export type BattleOdds = {
  enemies: number;
  more: number[][];
  tokens: Record<string, number[][]>;
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

export type YearBegan = {
  event: "year_began";
  rule: string;
  year: number;
};

export type PhaseBegan = {
  event: "phase_began";
  rule: string;
  phase: number;
};

/** The turn order, first to last, and the totals that made it. */
export type OrderSet = {
  event: "order_set";
  rule: string;
  order: number[];
  totals: number[];
};

export type DiceRolled = {
  event: "dice_rolled";
  rule: string;
  seat: number;
  dice: number[];
  bonus: number[];
};

/** Dice that a card has set to other faces, without a roll. */
export type DiceTurned = {
  event: "dice_turned";
  rule: string;
  seat: number;
  dice: number[];
  bonus: number[];
  card: string;
};

export type BonusDieGained = {
  event: "bonus_die_gained";
  rule: string;
  seat: number;
  source: string;
};

/** Bonus dice that their owner does not roll. */
export type BonusDiceLeft = {
  event: "bonus_dice_left";
  rule: string;
  seat: number;
  count: number;
};

export type CardUsed = {
  event: "card_used";
  rule: string;
  seat: number;
  card: string;
};

/** Neutral dice block an advisor. */
export type NeutralPlaced = {
  event: "neutral_placed";
  rule: string;
  rank: number;
  dice: number[];
};

export type NeutralSetAside = {
  event: "neutral_set_aside";
  rule: string;
  die: number;
};

export type AdvisorInfluenced = {
  event: "advisor_influenced";
  rule: string;
  seat: number;
  rank: number;
  group: (string | number)[];
};

/** Out of this season's influencing. */
export type Passed = {
  event: "passed";
  rule: string;
  seat: number;
};

export type GoodsGained = {
  event: "goods_gained";
  rule: string;
  seat: number;
  gold: number;
  wood: number;
  stone: number;
  source: string;
};

/** Goods that go back to the supply, as a price or as a loss. */
export type GoodsPaid = {
  event: "goods_paid";
  rule: string;
  seat: number;
  gold: number;
  wood: number;
  stone: number;
  source: string;
};

export type VpChanged = {
  event: "vp_changed";
  rule: string;
  seat: number;
  vp: number;
  source: string;
};

export type SoldiersGained = {
  event: "soldiers_gained";
  rule: string;
  seat: number;
  soldiers: number;
  source: string;
};

export type TokenGained = {
  event: "token_gained";
  rule: string;
  seat: number;
  plus2: number;
  source: string;
};

export type TokenPaid = {
  event: "token_paid";
  rule: string;
  seat: number;
  plus2: number;
  source: string;
};

/** An offer that was not taken. */
export type Declined = {
  event: "declined";
  rule: string;
  seat: number;
  source: string;
};

/** A secret look at the top enemy card, shown to that seat alone. */
export type EnemySeen = {
  event: "enemy_seen";
  rule: string;
  seat: number;
  enemy: string;
};

/** Everybody notices that somebody looked at the top enemy card. */
export type EnemyLookedAt = {
  event: "enemy_looked_at";
  rule: string;
  seat: number;
};

export type EnemyRevealed = {
  event: "enemy_revealed";
  rule: string;
  enemy: string;
};

export type BuildingBuilt = {
  event: "building_built";
  rule: string;
  seat: number;
  building: string;
};

export type BuildingDestroyed = {
  event: "building_destroyed";
  rule: string;
  seat: number;
  building: string;
};

/** A building that was about to be destroyed and stays. */
export type BuildingSpared = {
  event: "building_spared";
  rule: string;
  seat: number;
  building: string;
  source: string;
};

export type NothingBuilt = {
  event: "nothing_built";
  rule: string;
  seat: number;
};

/** Out of this year's recruiting, though more could be paid for. */
export type RecruitingEnded = {
  event: "recruiting_ended";
  rule: string;
  seat: number;
};

export type EnvoyGiven = {
  event: "envoy_given";
  rule: string;
  seat: number;
};

/** The envoy goes back to its space, used or not. */
export type EnvoyReturned = {
  event: "envoy_returned";
  rule: string;
  seat: number;
  used: boolean;
};

/** A full tie: nobody gets the envoy. */
export type EnvoyKept = {
  event: "envoy_kept";
  rule: string;
};

export type ReinforcementsSent = {
  event: "reinforcements_sent";
  rule: string;
  soldiers: number;
};

/** A player's own reinforcement die, and the soldiers it brings. */
export type MusterRolled = {
  event: "muster_rolled";
  rule: string;
  seat: number;
  die: number;
  soldiers: number;
  source: string;
};

/** The army tokens of all seats, shown together. */
export type TokensRevealed = {
  event: "tokens_revealed";
  rule: string;
  tokens: number[];
};

/** The governors of all seats, shown together. */
export type GovernorsRevealed = {
  event: "governors_revealed";
  rule: string;
  governors: string[];
};

/** A group of dice goes from one advisor to another. */
export type GroupMoved = {
  event: "group_moved";
  rule: string;
  seat: number;
  rank: number;
  to: number;
};

/** One player's battle. The strength is made of soldiers and buildings. */
export type BattleFought = {
  event: "battle_fought";
  rule: string;
  seat: number;
  enemy: string;
  strength: number;
  against: number;
  outcome: "victory" | "draw" | "defeat";
  soldiers: number;
  walls: [string, number][];
};

/** The battle is over: the card and all soldiers leave. */
export type SoldiersDismissed = {
  event: "soldiers_dismissed";
  rule: string;
};

export type GameEnded = {
  event: "game_ended";
  rule: string;
  winners: number[];
};

/** Every kind of event by its name. */
export type Events = {
  seals_broken: SealsBroken;
  forced: Forced;
  year_began: YearBegan;
  phase_began: PhaseBegan;
  order_set: OrderSet;
  dice_rolled: DiceRolled;
  dice_turned: DiceTurned;
  bonus_die_gained: BonusDieGained;
  bonus_dice_left: BonusDiceLeft;
  card_used: CardUsed;
  neutral_placed: NeutralPlaced;
  neutral_set_aside: NeutralSetAside;
  advisor_influenced: AdvisorInfluenced;
  passed: Passed;
  goods_gained: GoodsGained;
  goods_paid: GoodsPaid;
  vp_changed: VpChanged;
  soldiers_gained: SoldiersGained;
  token_gained: TokenGained;
  token_paid: TokenPaid;
  declined: Declined;
  enemy_seen: EnemySeen;
  enemy_looked_at: EnemyLookedAt;
  enemy_revealed: EnemyRevealed;
  building_built: BuildingBuilt;
  building_destroyed: BuildingDestroyed;
  building_spared: BuildingSpared;
  nothing_built: NothingBuilt;
  recruiting_ended: RecruitingEnded;
  envoy_given: EnvoyGiven;
  envoy_returned: EnvoyReturned;
  envoy_kept: EnvoyKept;
  reinforcements_sent: ReinforcementsSent;
  muster_rolled: MusterRolled;
  tokens_revealed: TokensRevealed;
  governors_revealed: GovernorsRevealed;
  group_moved: GroupMoved;
  battle_fought: BattleFought;
  soldiers_dismissed: SoldiersDismissed;
  game_ended: GameEnded;
};

export type GameEvent = Events[keyof Events];

/** One cell of the province sheet. */
export type Building = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  row: "A" | "B" | "C" | "D" | "E" | "F" | "G";
  column: number;
  module: "" | "buildings";
  gold: number;
  wood: number;
  stone: number;
  vp: number;
  battle: number;
  against: Partial<Record<"barbarians" | "goblins" | "orcs" | "zombies" | "demons" | "dragons", number>>;
  against_up_to: number;
  against_value: number;
  pay: Goods;
  gain: Gain;
};

/** Goods of each kind. */
export type Goods = {
  gold: number;
  wood: number;
  stone: number;
};

/** A fixed yield. */
export type Gain = {
  gold: number;
  wood: number;
  stone: number;
  vp: number;
  soldiers: number;
  plus2: number;
};

/** One enemy card. */
export type Enemy = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  year: number;
  type: "barbarians" | "goblins" | "orcs" | "zombies" | "demons" | "dragons";
  strength: number;
  penalty: Penalty;
  reward: Reward;
};

/** What a defeat costs, in the order in which it is suffered; goods are of the loser's choice. */
export type Penalty = {
  gold: number;
  wood: number;
  stone: number;
  goods: number;
  buildings: number;
  vp: number;
};

/** What a victory brings; goods are of the winner's choice. */
export type Reward = {
  gold: number;
  wood: number;
  stone: number;
  goods: number;
  vp: number;
};

/** One advisor of the King: what an influenced advisor yields is the sum of the fields. */
export type Advisor = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  rank: number;
  gain: Gain;
  one_of: ("gold" | "wood" | "stone")[];
  choose: number;
  pay: Pay;
  trade: boolean;
  peek: boolean;
};

/** What has to be given for a yield. */
export type Pay = {
  vp: number;
};

/** How many pieces of one kind the box of each edition holds. */
export type Component = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  "1e": number;
  "2e": number;
};

/** One governor card: the smallest deck it belongs to, and the numbers of its effect. */
export type Governor = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  tier: "documented" | "attested" | "reconstructed";
  threshold?: number;
  vp_threshold?: number;
  dice?: number[];
  face?: number;
  turned_to?: number[];
  year?: number;
  rank?: number;
  row?: "A" | "B" | "C" | "D" | "E" | "F" | "G";
  columns?: number[];
  behind?: number;
  buildings?: number;
  gold?: number;
  wood?: number;
  stone?: number;
  goods?: number;
  soldiers?: number;
  plus2?: number;
  bonus_dice?: number;
  vp?: number;
  vp_equal?: number;
  vp_fewest?: number;
  discount?: Discount;
  pay?: GoodsPaidRow;
  advisors?: PrivateAdvisor[];
};

/** What a building costs less; goods are of the builder's choice. */
export type Discount = {
  gold: number;
  wood: number;
  stone: number;
  goods: number;
};

/** Goods of the payer's choice. */
export type GoodsPaidRow = {
  goods: number;
};

/** An advisor on a governor card, open to its owner only. */
export type PrivateAdvisor = {
  rank: number;
  gain: Gain;
  choose: number;
};

/** One of the tokens that every player has for the King's army. */
export type ArmyToken = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  value: number;
};

/** The component tables. */
export type Rows = {
  buildings: Record<string, Building>;
  enemies: Record<string, Enemy>;
  advisors: Record<string, Advisor>;
  components: Record<string, Component>;
  governors: Record<string, Governor>;
  army: Record<string, ArmyToken>;
};

/** The facts of every question a player can be asked. */
export type Questions = {
  keep_governor: { seat: number; };
  roll_bonus_dice: { seat: number; };
  act_first: { seat: number; moment: string; cards: string[]; };
  accept_gain: { seat: number; moment: string; card: string; };
  use_cards: { seat: number; moment: string; };
  influence: { seat: number; };
  trade: { seat: number; rank: number; };
  buy_goods: { seat: number; rank: number; };
  take_goods: { seat: number; count: number; kinds: number[]; source: string; rule_id: string; optional: boolean; };
  build: { seat: number; again: boolean; };
  recruit: { seat: number; };
  choose_token: { seat: number; };
  lose_goods: { seat: number; count: number; };
  spare_building: { seat: number; building: string; count: number; };
};

/** All of it, for the types of the frame. */
export type Game = {
  View: View;
  Hints: Hints;
  Event: GameEvent;
  Rows: Rows;
  Questions: Questions;
};
