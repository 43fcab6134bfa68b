// What the service worker finds around it: views/offline.py sets SHELL in the script that imports worker.js.

declare const SHELL: { static: string; files: string[]; page: string };
declare const skipWaiting: ServiceWorkerGlobalScope["skipWaiting"];
declare const clients: Clients;
