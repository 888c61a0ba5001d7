import * as z from 'zod/mini'

type Schema = z.core.$ZodType

/**
 * Keeps only the fields that the schema lists, at every depth. Values are not changed: a codec such as `euro` neither
 * encodes nor checks them here.
 */
export function whitelistReply(schema: Schema, value: unknown): unknown {
  if (value === null || value === undefined) return value
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return whitelistObject(def, value as Record<string, unknown>)
    case 'array':
      return (value as unknown[]).map(item => whitelistReply(def.element, item))
    case 'record':
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, whitelistReply(def.valueType, item)]),
      )
    case 'nullable':
    case 'optional':
    case 'default':
    case 'catch':
    case 'readonly':
      return whitelistReply(def.innerType, value)
    case 'pipe':
      return whitelistReply(def.out, value)
    case 'union':
      return whitelistReply(chooseOption(def.options, value), value)
    default:
      return value
  }
}

function whitelistObject(def: z.core.$ZodObjectDef, value: Record<string, unknown>): object {
  // A loose object has a catchall that takes any further field; a strict one has a catchall that takes none.
  const isLoose = def.catchall !== undefined && def.catchall._zod.def.type !== 'never'
  const listed: Record<string, unknown> = isLoose ? { ...value } : {}
  for (const [name, field] of Object.entries(def.shape))
    if (name in value) listed[name] = whitelistReply(field, value[name])
  return listed
}

/** The first option of a union that accepts the value; the first option if none does. */
function chooseOption(options: readonly Schema[], value: unknown): Schema {
  const option = options.find(one => z.safeEncode(one as z.ZodMiniType, value as never).success) ?? options[0]
  if (!option) throw new Error('a union without options')
  return option
}
