const aheadMs = Number(process.env.DAYS_LATER) * 86_400_000
const now = Date.now

/** Loaded before the product: the present of its process lies `DAYS_LATER` days ahead. */
globalThis.Date = new Proxy(Date, {
  construct: (target, args: [], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now() + aheadMs] : args, newTarget),
})
Date.now = () => now() + aheadMs
