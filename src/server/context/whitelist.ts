import * as z from 'zod/mini'

type Schema = z.core.$ZodType

type Whitelist = (value: unknown) => unknown

/** Made once per schema: looking through it again for every gift takes longer than copying the gift. */
const whitelists = new WeakMap<Schema, Whitelist>()

/**
 * Keeps only the fields that the schema lists, at every depth. Values are not changed: a codec such as `euro` neither
 * encodes nor checks them here.
 */
export function whitelistReply(schema: Schema, value: unknown): unknown {
  return value === null || value === undefined ? value : whitelistOf(schema)(value)
}

function whitelistOf(schema: Schema): Whitelist {
  const known = whitelists.get(schema)
  if (known) return known
  const whitelist = createWhitelist(schema)
  whitelists.set(schema, whitelist)
  return whitelist
}

function createWhitelist(schema: Schema): Whitelist {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return objectWhitelist(def)
    case 'array':
      return value => (value as unknown[]).map(item => whitelistReply(def.element, item))
    case 'record':
      return value =>
        Object.fromEntries(
          Object.entries(value as object).map(([key, item]) => [key, whitelistReply(def.valueType, item)]),
        )
    case 'nullable':
    case 'optional':
    case 'default':
    case 'catch':
    case 'readonly':
      return whitelistOf(def.innerType)
    case 'pipe':
      return whitelistOf(def.out)
    case 'union':
      return value => whitelistReply(chooseOption(def.options, value), value)
    default:
      return unchanged
  }
}

const unchanged: Whitelist = value => value

function objectWhitelist(def: z.core.$ZodObjectDef): Whitelist {
  // A loose object has a catchall that takes any further field; a strict one has a catchall that takes none.
  const isLoose = def.catchall !== undefined && def.catchall._zod.def.type !== 'never'
  let fields: { name: string; whitelist: Whitelist }[] | undefined
  return value => {
    // Not before: the schema of a tree has itself as a field.
    fields ??= Object.entries(def.shape).map(([name, field]) => ({ name, whitelist: whitelistOf(field) }))
    const all = value as Record<string, unknown>
    const listed: Record<string, unknown> = isLoose ? { ...all } : {}
    for (const { name, whitelist } of fields) {
      const field = all[name]
      if (field !== undefined || name in all)
        listed[name] = field === null || field === undefined ? field : whitelist(field)
    }
    return listed
  }
}

/** The first option of a union that accepts the value; the first option if none does. */
function chooseOption(options: readonly Schema[], value: unknown): Schema {
  const option = options.find(one => z.safeEncode(one as z.ZodMiniType, value as never).success) ?? options[0]
  if (!option) throw new Error('a union without options')
  return option
}
