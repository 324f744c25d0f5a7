/** What the rules of `orleans` send to its page. Written by `kronrat.typings`. */

/** The table as a seat sees it; `standing` holds seat, place, score and what was compared to break ties. */
export type View = {
  game: "orleans";
  options: Record<string, string>;
  seat: number | null;
  seats: number;
  round: number;
  phase: "setup" | "season" | "draw" | "plan" | "act" | "end";
  phases: ("setup" | "season" | "draw" | "plan" | "act" | "end")[];
  start: number;
  playing: number[];
  passed: number[];
  deciding: number[];
  over: boolean;
  market: Record<string, number>;
  storage: Record<string, number>;
  churches: number;
  areas: Record<string, AreaView>;
  deeds: DeedView[];
  cards: string[];
  players: PlayerView[];
  story: ChronicleView | CalendarView;
  field: number;
  lately: Lately[];
  recap: Recap | null;
  standing: [number, number, number, [string, number][]][];
};

/** An area in play; `fortress` and `settlers` are seats. */
export type AreaView = {
  land: "hill" | "pasture" | "forest" | "lake" | "field" | null;
  village: boolean;
  church: boolean;
  fortress: number | null;
  settlers: number[];
};

/** A deed that is laid out, with the token on each field. */
export type DeedView = {
  id: string;
  fields: (string | null)[];
};

/** One player, as far as the viewer may know. Areas and places go by their ids. */
export type PlayerView = {
  epoch: number;
  fame: number;
  bag: Record<string, number> | null;
  in_bag: number;
  green: Record<string, number>;
  returned: number;
  drawn: number;
  sealed: boolean;
  places: Record<string, (string | null)[]>;
  idle: Record<string, string>;
  unwanted: Record<string, string[]>;
  planned: [string, number][];
  goods: Record<string, number>;
  coins: number;
  technology: number;
  settlers: number;
  held: number;
  areas: string[];
  fortresses: string[];
  ascended: boolean;
  passed: boolean;
  story: TaskSheetView | BookletView;
};

/** How far a player is; `control` counts the numbers reached, `parts` says where the score comes from. */
export type TaskSheetView = {
  citizens: number;
  tasks: Record<string, [string, boolean][]>;
  church: boolean;
  control: Record<string, number>;
  wealth: number;
  done: number;
  ready: boolean;
  parts: Record<string, number>;
};

/** What a player has for the king; `parts` says where the points come from. */
export type BookletView = {
  favourites: number;
  goals: Record<string, boolean>;
  progress: Record<string, [number, number]>;
  risk: "safe" | "cost" | "last" | "lost" | "final";
  hungry: boolean;
  years: number;
  points: number;
  parts: Record<string, number>;
  out: boolean;
  kept: Record<string, number>;
  missed: string[];
};

/** The narrations that were read, by epoch, and the deeds by which trials were overcome. */
export type ChronicleView = {
  narrated: number[];
  overcome: string[];
};

/** The season, from 1 for spring, how many rounds the year has left, and the fame tile on each marked field. */
export type CalendarView = {
  season: number;
  rounds_left: number;
  tiles: Record<string, string>;
};

/** What a seat did last in this round, and which places of its plan it has not used yet. */
export type Lately = {
  seat: number;
  did: Did | null;
  ready: string[];
};

/** What one place brought, or a phase where `place` is empty. */
export type Did = {
  place: string;
  phase: "setup" | "season" | "draw" | "plan" | "act" | "end";
  tokens: Record<string, number>;
  made: Made[];
};

/** What is there afterwards: `id` is its area, or what it is called by. */
export type Made = {
  kind: "settler" | "village" | "fortress" | "church" | "card" | "sent" | "deed" | "epoch";
  id: string;
};

/** A round that is over; without those who did nothing. */
export type Recap = {
  round: number;
  rows: Row[];
};

/** What one seat did, in this order. */
export type Row = {
  seat: number;
  did: Did[];
};

/** The answer to each topic. */
export type Hints = {
  odds: Odds;
  places: PlacesReady;
  targets: Targets;
  ascent: Conditions;
  plan: PlanForTasks;
};

/** What the next draw may bring; None for who has no bag. */
export type Odds = {
  draw: DrawOdds | null;
};

/** How many followers the next draw brings, and chances in thousandths. */
export type DrawOdds = {
  count: number;
  odds: Record<string, number[]>;
  places: Record<string, number>;
};

/** Every own place by its id. */
export type PlacesReady = {
  places: Record<string, PlaceReady>;
};

/** An own place: what is missing there, and from where one expands, what is in reach. */
export type PlaceReady = {
  ready: boolean;
  forbidden: boolean;
  missing: string[];
  expand?: string[];
  conquer?: string[];
  leaving?: string[];
  lifts?: boolean;
  fixed?: number[];
};

/** What is in reach with no, one and two knights. */
export type Targets = {
  knights: InReach[];
};

/** The areas that a settler may enter peacefully, and those that would be conquered. */
export type InReach = {
  expand: string[];
  conquer: string[];
};

/** What it takes to leave the present epoch; `price` is food and coins that leaving would take now. */
export type Conditions = {
  conditions: Condition[];
  price: [string, number][];
};

/** A condition of the ascent: how much it needs, how much is there, and the coins for what is missing. */
export type Condition = {
  do: string;
  need: number;
  have: number;
  coins: number;
  met: boolean;
};

/** Every open task of the viewer that a place can serve, by its id. */
export type PlanForTasks = {
  tasks: Record<string, TaskInPlan>;
};

/** What is missing of a task, how much of it the plan brings, the own places that can, and what there is to send. */
export type TaskInPlan = {
  missing: number;
  planned: number;
  places: string[];
  have: number;
  need: number;
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

export type StartPlayerChosen = {
  event: "start_player_chosen";
  rule: string;
  seat: number;
};

/** The terrain of every area in play, in the order of the map. */
export type LandLaid = {
  event: "land_laid";
  rule: string;
  land: ("hill" | "pasture" | "forest" | "lake" | "field")[];
};

export type StartVillageChosen = {
  event: "start_village_chosen";
  rule: string;
  seat: number;
  area: string;
};

export type RoundBegan = {
  event: "round_began";
  rule: string;
  round: number;
};

export type PhaseBegan = {
  event: "phase_began";
  rule: string;
  phase: "setup" | "season" | "draw" | "plan" | "act" | "end";
};

export type StartPlayerChanged = {
  event: "start_player_changed";
  rule: string;
  seat: number;
};

/** A token goes from an action space back to the green or the supply. */
export type TokenTakenBack = {
  event: "token_taken_back";
  rule: string;
  seat: number;
  token: string;
  place: string;
  space: number;
};

/** How many followers a seat has drawn; only the seat itself learns which. */
export type FollowersDrawn = {
  event: "followers_drawn";
  rule: string;
  seat: number;
  count: number;
};

export type DrawSeen = {
  event: "draw_seen";
  rule: string;
  seat: number;
  followers: ("farmer" | "fisher" | "craftsman" | "merchant" | "knight" | "scholar" | "monk")[];
};

/** A token on an action space, shown to the planner alone; `ready` means that the place can now be used. */
export type TokenPlaced = {
  event: "token_placed";
  rule: string;
  seat: number;
  token: string;
  place: string;
  space: number;
  ready: boolean;
};

/** All that a seat has placed in this planning phase as token, place and space, and the places it can use. */
export type PlanShown = {
  event: "plan_shown";
  rule: string;
  seat: number;
  placed: [string, string, number][];
  ready: string[];
};

export type PlaceUsed = {
  event: "place_used";
  rule: string;
  seat: number;
  place: string;
};

export type Passed = {
  event: "passed";
  rule: string;
  seat: number;
};

/** Followers go back into the bag of their owner. */
export type FollowersReturned = {
  event: "followers_returned";
  rule: string;
  seat: number;
  followers: ("farmer" | "fisher" | "craftsman" | "merchant" | "knight" | "scholar" | "monk")[];
};

export type FollowerRecruited = {
  event: "follower_recruited";
  rule: string;
  seat: number;
  follower: "farmer" | "fisher" | "craftsman" | "merchant" | "knight" | "scholar" | "monk";
};

/** Goods or technology from the market. */
export type GoodsGained = {
  event: "goods_gained";
  rule: string;
  seat: number;
  token: "wood" | "brocade" | "wool" | "wine" | "bread" | "cheese" | "grain" | "fish" | "technology";
  count: number;
};

/** The market has so many goods less than a seat would have taken. */
export type MarketShort = {
  event: "market_short";
  rule: string;
  seat: number;
  token: "wood" | "brocade" | "wool" | "wine" | "bread" | "cheese" | "grain" | "fish";
  count: number;
};

/** A place that pays for every village, or else for every land, was used by a seat that controls none. */
export type NothingCame = {
  event: "nothing_came";
  rule: string;
  seat: number;
  village: boolean;
};

/** Goods that go to the storage box. */
export type GoodsSpent = {
  event: "goods_spent";
  rule: string;
  seat: number;
  token: "wood" | "brocade" | "wool" | "wine" | "bread" | "cheese" | "grain" | "fish";
  count: number;
};

export type CoinsGained = {
  event: "coins_gained";
  rule: string;
  seat: number;
  coins: number;
};

export type CoinsPaid = {
  event: "coins_paid";
  rule: string;
  seat: number;
  coins: number;
};

export type CardTaken = {
  event: "card_taken";
  rule: string;
  seat: number;
  card: string;
};

export type GoodSold = {
  event: "good_sold";
  rule: string;
  seat: number;
  good: "wood" | "brocade" | "wool" | "wine" | "bread" | "cheese" | "grain" | "fish";
  coins: number;
};

export type GoodBought = {
  event: "good_bought";
  rule: string;
  seat: number;
  good: "wood" | "brocade" | "wool" | "wine" | "bread" | "cheese" | "grain" | "fish";
  coins: number;
};

export type GoodDelivered = {
  event: "good_delivered";
  rule: string;
  seat: number;
  good: "wood" | "brocade" | "wool" | "wine" | "bread" | "cheese" | "grain" | "fish";
};

/** Followers drawn by an action, openly. */
export type FollowersShown = {
  event: "followers_shown";
  rule: string;
  seat: number;
  followers: ("farmer" | "fisher" | "craftsman" | "merchant" | "knight" | "scholar" | "monk")[];
};

/** A follower drawn by an action is put on a space; on the green if `place` is empty. */
export type FollowerSet = {
  event: "follower_set";
  rule: string;
  seat: number;
  follower: "farmer" | "fisher" | "craftsman" | "merchant" | "knight" | "scholar" | "monk";
  place: string;
  space: number;
};

/** `areas` the seat has now, and `settlers` left in its supply. */
export type AreaSettled = {
  event: "area_settled";
  rule: string;
  seat: number;
  area: string;
  areas: number;
  settlers: number;
};

/** A settler leaves its area for the supply. */
export type SettlerLifted = {
  event: "settler_lifted";
  rule: string;
  seat: number;
  area: string;
};

/** `seat` has conquered an area of `owner`. */
export type SettlerDisplaced = {
  event: "settler_displaced";
  rule: string;
  seat: number;
  owner: number;
  area: string;
};

export type Built = {
  event: "built";
  rule: string;
  seat: number;
  kind: "village" | "fortress" | "church";
  area: string;
};

/** A token goes from the Gate to a deed or to an own field. */
export type TokenSent = {
  event: "token_sent";
  rule: string;
  seat: number;
  token: string;
  target: string;
};

/** `next` is the deed on the other side, empty if it leaves the game. */
export type DeedCompleted = {
  event: "deed_completed";
  rule: string;
  seat: number;
  deed: string;
  next: string;
};

export type DeedLaidOut = {
  event: "deed_laid_out";
  rule: string;
  deed: string;
};

export type GoodsSwapped = {
  event: "goods_swapped";
  rule: string;
  seat: number;
  gives: "wood" | "brocade" | "wool" | "wine" | "bread" | "cheese" | "grain" | "fish";
  other: number;
  takes: "wood" | "brocade" | "wool" | "wine" | "bread" | "cheese" | "grain" | "fish";
};

/** `seat` has removed a follower of `other` from an action space; it goes into that player's bag. */
export type FollowerSentHome = {
  event: "follower_sent_home";
  rule: string;
  seat: number;
  other: number;
  follower: "farmer" | "fisher" | "craftsman" | "merchant" | "knight" | "scholar" | "monk";
  place: string;
  space: number;
};

/** The marker moves by `steps` to `field`; the rest is lost. */
export type FameGained = {
  event: "fame_gained";
  rule: string;
  seat: number;
  steps: number;
  field: number;
};

export type FameFieldReached = {
  event: "fame_field_reached";
  rule: string;
  seat: number;
  field: number;
};

/** `epoch` counts from 1. */
export type EpochEntered = {
  event: "epoch_entered";
  rule: string;
  seat: number;
  epoch: number;
};

export type PlaceUnlocked = {
  event: "place_unlocked";
  rule: string;
  seat: number;
  place: string;
};

export type SettlersReleased = {
  event: "settlers_released";
  rule: string;
  seat: number;
  settlers: number;
};

/** Tokens from the storage box on the market, each with its number; `card` names what brought them. */
export type MarketRefilled = {
  event: "market_refilled";
  rule: string;
  card: string;
  tokens: [string, number][];
};

/** A follower goes to the storage box. */
export type FollowerLost = {
  event: "follower_lost";
  rule: string;
  seat: number;
  follower: "farmer" | "fisher" | "craftsman" | "merchant" | "knight" | "scholar" | "monk";
};

export type NewcomerWelcomed = {
  event: "newcomer_welcomed";
  rule: string;
  seat: number;
  follower: "farmer" | "fisher" | "craftsman" | "merchant" | "knight" | "scholar" | "monk";
};

export type GameEnded = {
  event: "game_ended";
  rule: string;
  winners: number[];
};

/** `citizens` is how many are struck now. */
export type CitizenJoined = {
  event: "citizen_joined";
  rule: string;
  seat: number;
  citizens: number;
};

export type TaskFieldCrossed = {
  event: "task_field_crossed";
  rule: string;
  seat: number;
  task: string;
  token: string;
};

/** `task` is one of the four, or church. */
export type TaskCompleted = {
  event: "task_completed";
  rule: string;
  seat: number;
  task: string;
};

/** A threshold of the control board. */
export type ControlReached = {
  event: "control_reached";
  rule: string;
  seat: number;
  column: "areas" | "villages" | "churches";
  number: number;
};

/** `card` is the id of an epoch, food_depot or medicine. */
export type NarrationRead = {
  event: "narration_read";
  rule: string;
  seat: number;
  card: string;
};

/** Famine or plague takes nothing from this seat: it has too little, or what it has is protected. */
export type TrialSpared = {
  event: "trial_spared";
  rule: string;
  seat: number;
};

/** Famine or plague no longer costs anything, thanks to this deed. */
export type TrialOvercome = {
  event: "trial_overcome";
  rule: string;
  deed: string;
};

export type WealthChecked = {
  event: "wealth_checked";
  rule: string;
  seat: number;
  wealth: number;
  enough: boolean;
};

export type RoundsUsedUp = {
  event: "rounds_used_up";
  rule: string;
  round: number;
};

/** The fame tile on every marked field, in the order of the fields. */
export type TilesLaid = {
  event: "tiles_laid";
  rule: string;
  tiles: string[];
};

/** 1 is spring, 4 is winter. */
export type SeasonBegan = {
  event: "season_began";
  rule: string;
  season: number;
};

export type AutumnSpared = {
  event: "autumn_spared";
  rule: string;
  seat: number;
};

/** `left` is how many the seat still has. */
export type FavouriteGiven = {
  event: "favourite_given";
  rule: string;
  seat: number;
  left: number;
};

/** Which part-tasks the seat has missed; of all `goals` what there was, and what the king asked for. */
export type GoalsChecked = {
  event: "goals_checked";
  rule: string;
  seat: number;
  missed: string[];
  goals: [string, number, number][];
};

/** `title` is the id of the epoch, by which its title goes. */
export type YearEnded = {
  event: "year_ended";
  rule: string;
  title: string;
};

/** The settlers and fortresses of a seat that is out leave the map, which sets these areas free. */
export type SettlersLeft = {
  event: "settlers_left";
  rule: string;
  seat: number;
  areas: string[];
};

/** A seat is out; `epochs` it has completed, and `points` it is remembered by, with the `parts` they come from. */
export type SeatEliminated = {
  event: "seat_eliminated";
  rule: string;
  seat: number;
  epochs: number;
  points: number;
  parts: [string, number][];
};

/** Every kind of event by its name. */
export type Events = {
  seals_broken: SealsBroken;
  forced: Forced;
  start_player_chosen: StartPlayerChosen;
  land_laid: LandLaid;
  start_village_chosen: StartVillageChosen;
  round_began: RoundBegan;
  phase_began: PhaseBegan;
  start_player_changed: StartPlayerChanged;
  token_taken_back: TokenTakenBack;
  followers_drawn: FollowersDrawn;
  draw_seen: DrawSeen;
  token_placed: TokenPlaced;
  plan_shown: PlanShown;
  place_used: PlaceUsed;
  passed: Passed;
  followers_returned: FollowersReturned;
  follower_recruited: FollowerRecruited;
  goods_gained: GoodsGained;
  market_short: MarketShort;
  nothing_came: NothingCame;
  goods_spent: GoodsSpent;
  coins_gained: CoinsGained;
  coins_paid: CoinsPaid;
  card_taken: CardTaken;
  good_sold: GoodSold;
  good_bought: GoodBought;
  good_delivered: GoodDelivered;
  followers_shown: FollowersShown;
  follower_set: FollowerSet;
  area_settled: AreaSettled;
  settler_lifted: SettlerLifted;
  settler_displaced: SettlerDisplaced;
  built: Built;
  token_sent: TokenSent;
  deed_completed: DeedCompleted;
  deed_laid_out: DeedLaidOut;
  goods_swapped: GoodsSwapped;
  follower_sent_home: FollowerSentHome;
  fame_gained: FameGained;
  fame_field_reached: FameFieldReached;
  epoch_entered: EpochEntered;
  place_unlocked: PlaceUnlocked;
  settlers_released: SettlersReleased;
  market_refilled: MarketRefilled;
  follower_lost: FollowerLost;
  newcomer_welcomed: NewcomerWelcomed;
  game_ended: GameEnded;
  citizen_joined: CitizenJoined;
  task_field_crossed: TaskFieldCrossed;
  task_completed: TaskCompleted;
  control_reached: ControlReached;
  narration_read: NarrationRead;
  trial_spared: TrialSpared;
  trial_overcome: TrialOvercome;
  wealth_checked: WealthChecked;
  rounds_used_up: RoundsUsedUp;
  tiles_laid: TilesLaid;
  season_began: SeasonBegan;
  autumn_spared: AutumnSpared;
  favourite_given: FavouriteGiven;
  goals_checked: GoalsChecked;
  year_ended: YearEnded;
  settlers_left: SettlersLeft;
  seat_eliminated: SeatEliminated;
};

export type GameEvent = Events[keyof Events];

/** A single figure of the rules. */
export type Number = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  value: number;
};

/** One kind of goods: its price, which is its value too, whether people can eat it, and how many tiles there are. */
export type Goods = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  price: number;
  food: boolean;
  count: number;
};

/** One kind of followers, and how many tiles there are. */
export type Kind = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  count: number;
};

/** One kind of area tiles: what a settler there harvests, and how many tiles are in play. */
export type Land = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  good: "wood" | "brocade" | "wool" | "wine" | "bread" | "cheese" | "grain" | "fish" | "";
  tiles: number[];
};

/** A place with its action spaces and what its action does. */
export type Place = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  kind: "board" | "basic" | "card";
  category: number;
  stories: ("first-kingdom" | "kings-favor")[];
  spaces: string[];
  activation: "all" | "some";
  technology: boolean;
  forbidden_with: string;
  stand_in: Partial<Record<"farmer" | "fisher" | "craftsman" | "merchant" | "knight" | "scholar" | "monk", ("farmer" | "fisher" | "craftsman" | "merchant" | "knight" | "scholar" | "monk")[]>>;
  shields: boolean;
  autumn_coins: number;
  ops: Op[];
};

/** One thing that a place, a deed, a field of the track or an epoch does or asks for. */
export type Op = {
  do: "recruit" | "technology" | "yield" | "take" | "exchange" | "coins" | "coins_per" | "pay_coins" | "fame" | "fame_per" | "crowd" | "pay_for_fame" | "draw_keep" | "expand" | "expand_land" | "build" | "card" | "trade" | "deliver" | "send" | "barter" | "knights" | "alchemy" | "citizen" | "wild" | "lose_followers" | "lose_settler" | "take_any" | "take_food" | "at_least" | "feed" | "pay_per" | "citizens" | "task" | "pay" | "church";
  n: number;
  count: "areas" | "area_pairs" | "lakes" | "villages" | "churches" | "fortresses" | "followers_here" | "";
  good: "wood" | "brocade" | "wool" | "wine" | "bread" | "cheese" | "grain" | "fish" | "";
  into: "wood" | "brocade" | "wool" | "wine" | "bread" | "cheese" | "grain" | "fish" | "";
  of: ("farmer" | "fisher" | "craftsman" | "merchant" | "knight" | "scholar" | "monk")[];
  building: "" | "village" | "fortress" | "church";
  task: string;
  least: number;
  else_coins: number;
  distinct: boolean;
  optional: boolean;
};

/** One side of a deed: its fields, and what each token sent there brings. */
export type Deed = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  side: "a" | "b";
  reverse: string;
  stories: ("first-kingdom" | "kings-favor")[];
  seats_min: number;
  fields: string[];
  ops: Op[];
  ascent: boolean;
};

/** One area of the map: where it is drawn, from how many players on it is used, and its neighbours. */
export type Area = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  x: number;
  y: number;
  seats_min: number;
  beside: string[];
  starts: number[];
};

/** A marked field of the fame track: its printed bonus, and the tile that is always there in stories with tiles. */
export type Mark = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  number: number;
  ops: Op[];
  tile: string;
};

/** A fame tile; one with `stop` holds markers until the end of that epoch. */
export type Tile = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  ops: Op[];
  stop: number;
};

/** One epoch: what holds in it, its round bonus or malus, and what it takes to leave it. */
export type Epoch = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  story: "first-kingdom" | "kings-favor";
  number: number;
  draw: number;
  categories: number[];
  unlocks: string[];
  forbids: string[];
  village: number;
  fortress: number;
  church: number;
  settlers: number;
  bonus: Op[];
  malus: Op[];
  until: string;
  conditions: Op[];
};

/** One part-task of an epoch: to have, to send or to reach something. */
export type Goal = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  epoch: number;
  count: "" | "areas" | "villages" | "churches" | "fortresses";
  least: number;
  send: string | "";
  reach: string;
  replaceable: boolean;
};

/** Tokens that come onto the market, with two, three and four players. */
export type Refill = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  tokens: Partial<Record<"farmer" | "fisher" | "craftsman" | "merchant" | "knight" | "scholar" | "monk" | "wood" | "brocade" | "wool" | "wine" | "bread" | "cheese" | "grain" | "fish" | "technology", number[]>>;
};

/** What each player has at the beginning of a story. */
export type Start = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  story: "first-kingdom" | "kings-favor";
  followers: ("farmer" | "fisher" | "craftsman" | "merchant" | "knight" | "scholar" | "monk")[];
  goods: ("wood" | "brocade" | "wool" | "wine" | "bread" | "cheese" | "grain" | "fish")[];
  coins: number;
  settlers: number;
  held: number;
};

/** A task of the sheet that is filled field by field. */
export type Task = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  fields: string[];
};

/** A column of the control board: reaching one of these numbers brings a citizen. */
export type Column = {
  source: "rulebook" | "public" | "reconstruction" | "owner";
  sources: Record<string, "rulebook" | "public" | "reconstruction" | "owner">;
  note: string;
  reconstructed: string;
  thresholds: number[];
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
  numbers: Record<string, Number>;
  goods: Record<string, Goods>;
  followers: Record<string, Kind>;
  lands: Record<string, Land>;
  places: Record<string, Place>;
  deeds: Record<string, Deed>;
  areas: Record<string, Area>;
  track: Record<string, Mark>;
  tiles: Record<string, Tile>;
  epochs: Record<string, Epoch>;
  goals: Record<string, Goal>;
  refills: Record<string, Refill>;
  starts: Record<string, Start>;
  tasks: Record<string, Task>;
  control: Record<string, Column>;
  components: Record<string, Component>;
  recon_1: Record<string, Number | Goods | Kind | Land | Place | Deed | Area | Mark | Tile | Epoch | Goal | Refill | Start | Task | Column | Component>;
};

/** The facts of every question a player can be asked. */
export type Questions = {
  start_village: { seat: number; };
  recall: { seat: number; };
  plan: { seat: number; };
  turn: { seat: number; };
  recruit: { seat: number; kinds: number[]; by: string; };
  gain: { seat: number; token: number; most: number; by: string; };
  exchange: { seat: number; gives: number; takes: number; most: number; };
  treat: { seat: number; most: number; };
  keep: { seat: number; drawn: number[]; };
  set_down: { seat: number; kind: number; };
  expand: { seat: number; knights: number; };
  move: { seat: number; area: number; };
  build: { seat: number; kind: string; };
  take_card: { seat: number; };
  trade: { seat: number; left: number; may_end: boolean; };
  deliver: { seat: number; left: number; fame: number; given: number; may_end: boolean; by: string; };
  send: { seat: number; place: number; };
  swap: { seat: number; };
  send_away: { seat: number; };
  reward: { seat: number; };
  draw_another: { seat: number; };
  welcome: { seat: number; kinds: number[]; };
  strike: { seat: number; };
  feed: { seat: number; left: number; by: string; };
  lose_follower: { seat: number; left: number; };
  leave_area: { seat: number; };
  gather: { seat: number; goods: number[]; left: number; begun: boolean; by: string; };
  store: { seat: number; };
};

/** All of it, for the types of the frame. */
export type Game = {
  View: View;
  Hints: Hints;
  Event: GameEvent;
  Rows: Rows;
  Questions: Questions;
};
