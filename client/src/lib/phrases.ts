/** The phrases that may be said at a table instead of free chat. The id travels; each reads it in their own language. */

import { mark, t } from "./texts.svelte";

const PHRASES: Record<string, string> = {
  hello: mark("Hello!"),
  luck: mark("Good luck!"),
  moment: mark("One moment, please."),
  thinking: mark("Let me think."),
  your_turn: mark("It is your turn."),
  sorry: mark("Sorry!"),
  thanks: mark("Thank you!"),
  well_played: mark("Well played!"),
  good_game: mark("Good game."),
  unlucky: mark("Bad luck!"),
  what_hand: mark("What a hand!"),
  what_bluff: mark("What a bluff!"),
  come_on: mark("Come on, partner!"),
  not_over: mark("It is not over until it is over."),
  bet_invites: mark("A bet invites a bet."),
  respect: mark("Some respect for the mano!"),
  spectators: mark("Those who watch are made of stone."),
  within5: mark("We are in!"),
  no_crying: mark("One comes here having cried already."),
  crying_room: mark("The crying room is over there."),
  chica: mark("Who plays for chica loses at mus."),
  coffee: mark("Coffee is on the losers."),
  rematch: mark("Rematch?"),
  one_more: mark("One more?"),
  break: mark("A five-minute break?"),
  leaving: mark("I am off. See you!"),
  mos_bleat: mark("Baa!"),
};

export function phraseText(id: string): string {
  const sentence = PHRASES[id.replace(/^ph\./, "")];
  return sentence ? t(sentence) : id;
}
