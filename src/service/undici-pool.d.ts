/** undici's pool alone, without its fetch, WebSocket and cache, which take four times as long to load. */
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici';
}
