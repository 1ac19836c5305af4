/** The service worker: Ordago opens without a network, and a new version comes in by itself. */

/** `ready`: a new version is here, and loading the page anew shows it. */
export const update = $state({ ready: false });

/** Let the browser keep the page. Over plain http on a local network browsers offer no such thing; all else works. */
export function keepPage(): void {
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!worker || !import.meta.env.PROD) return;
  const known = worker.controller !== null;
  worker.addEventListener("controllerchange", () => {
    if (known) update.ready = true;
  });
  addEventListener("load", () => {
    void worker
      .register("/sw.js")
      .then((registration) => {
        document.addEventListener("visibilitychange", () => {
          if (document.visibilityState === "visible") void registration.update().catch(() => undefined);
        });
      })
      .catch(() => undefined); // without it the page works as long as there is a network
  });
}
