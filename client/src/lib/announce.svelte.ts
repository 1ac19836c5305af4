/** What a screen reader says: one polite region for events, one assertive for your turn and errors. */

export const spoken = $state({ polite: "", assertive: "" });

const JOIN = 300;
let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Events that come within 300 ms join into one message. */
export function say(sentence: string): void {
  if (!sentence) return;
  waiting.push(sentence);
  timer ??= setTimeout(() => {
    spoken.polite = again(spoken.polite, waiting.join(" "));
    waiting = [];
    timer = undefined;
  }, JOIN);
}

/** Said at once, before anything else. */
export function sayNow(sentence: string): void {
  spoken.assertive = again(spoken.assertive, sentence);
}

/** A region is read only when its text changes: the same sentence twice differs by a space that nobody hears. */
function again(before: string, now: string): string {
  return before === now ? `${now}\u00a0` : now;
}
