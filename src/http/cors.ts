import type { Middleware } from "koa";

/** What pages of other origins may ask for: the public interface, and what client libraries look for beside it, whether it is served or not. */
const PUBLIC_PATH =
  /^\/(?:(?:capture|batch|decide|flags|e|s|track|engage)\/?$|(?:i|array|static)\/|api\/(?:surveys|early_access_features|web_experiments|product_tours|conversations)\b)/;
const ONE_DAY_SECONDS = "86400";

/** Lets pages of any origin use the public interface: preflights are answered, and the origin is mirrored. The private one is for servers. */
export const cors: Middleware = async (ctx, next) => {
  if (!PUBLIC_PATH.test(ctx.path)) return next();
  ctx.vary("Origin");
  const origin = ctx.get("Origin");
  if (origin !== "") {
    ctx.set("Access-Control-Allow-Origin", origin);
    ctx.set("Access-Control-Allow-Credentials", "true");
    ctx.set("Access-Control-Expose-Headers", "X-Request-Id, Retry-After");
  }
  if (ctx.method !== "OPTIONS" || ctx.get("Access-Control-Request-Method") === "") return next();
  ctx.set("Access-Control-Allow-Methods", "GET, POST, OPTIONS");
  ctx.set("Access-Control-Allow-Headers", ctx.get("Access-Control-Request-Headers") || "Content-Type, Authorization");
  ctx.set("Access-Control-Max-Age", ONE_DAY_SECONDS);
  ctx.status = 204;
};
