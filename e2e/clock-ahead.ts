const offsetMs = Number(process.env.DAYS_LATER) * 86_400_000
const realNow = Date.now

/** Loaded before the product; sets the clock of its process `DAYS_LATER` days ahead. */
globalThis.Date = new Proxy(Date, {
  construct: (target, args: [], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [realNow() + offsetMs] : args, newTarget),
})
Date.now = () => realNow() + offsetMs
