/** A clock that ticks for everything on the page that counts seconds. */

export const clock = $state({ now: Date.now() });

setInterval(() => {
  clock.now = Date.now();
}, 250);
