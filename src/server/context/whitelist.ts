import * as z from 'zod/mini'

type Schema = z.core.$ZodType

/** `program`: values stay what they are inside (cents, days). `wire`: codecs such as `euro` write what the API sends. */
type Form = 'program' | 'wire'
type Copy = (value: unknown) => unknown

/** Made once per schema: looking through it again for every gift takes longer than copying the gift. */
const copies: Record<Form, WeakMap<Schema, Copy>> = { program: new WeakMap(), wire: new WeakMap() }

/** Keeps only the fields that the schema lists, at every depth; checks nothing, for the types have done so. */
export function whitelistReply(schema: Schema, value: unknown): unknown {
  return copyOf(schema, 'program')(value)
}

/** The same, as the API sends it: what `z.encode` makes, without its checks of our own reply. */
export function encodeReply(schema: Schema, value: unknown): unknown {
  return copyOf(schema, 'wire')(value)
}

function copyOf(schema: Schema, form: Form): Copy {
  const known = copies[form].get(schema)
  if (known) return known
  const copy = createCopy(schema, form)
  copies[form].set(schema, copy)
  return copy
}

function createCopy(schema: Schema, form: Form): Copy {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return unlessMissing(objectCopy(def, form))
    case 'array':
      return unlessMissing(value => (value as unknown[]).map(copyOf(def.element, form)))
    case 'record':
      return unlessMissing(value => mapValues(value as object, copyOf(def.valueType, form)))
    case 'nullable':
    case 'optional':
    case 'default':
    case 'catch':
    case 'readonly':
      return unlessMissing(copyOf(def.innerType, form))
    case 'pipe':
      return pipeCopy(def, form)
    case 'union':
      return unlessMissing(value => copyOf(chooseOption(def.options, value), form)(value))
    default:
      return unchanged
  }
}

const unchanged: Copy = value => value

const unlessMissing =
  (copy: Copy): Copy =>
  value =>
    value === null || value === undefined ? value : copy(value)

function objectCopy(def: z.core.$ZodObjectDef, form: Form): Copy {
  // A loose object has a catchall that takes any further field; a strict one has a catchall that takes none.
  const isLoose = def.catchall !== undefined && def.catchall._zod.def.type !== 'never'
  let fields: { name: string; copy: Copy }[] | undefined
  return value => {
    // Not before: the schema of a tree has itself as a field.
    fields ??= Object.entries(def.shape).map(([name, field]) => ({ name, copy: copyOf(field, form) }))
    const all = value as Record<string, unknown>
    const listed: Record<string, unknown> = isLoose ? { ...all } : {}
    for (const { name, copy } of fields) {
      const field = all[name]
      if (field !== undefined || name in all) listed[name] = copy(field)
    }
    return listed
  }
}

const mapValues = (value: object, copy: Copy) =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copy(item)]))

/** A codec, or one schema after another. */
function pipeCopy(def: z.core.$ZodPipeDef, form: Form): Copy {
  const program = copyOf(def.out, form)
  const { reverseTransform } = def
  if (form === 'program' || !reverseTransform) return program
  const wire = copyOf(def.in, form)
  const payload = { value: undefined, issues: [] }
  return value => wire(reverseTransform(program(value), payload as never))
}

/** The first option of a union that accepts the value; the first option if none does. */
function chooseOption(options: readonly Schema[], value: unknown): Schema {
  const option = options.find(one => z.safeEncode(one as z.ZodMiniType, value as never).success) ?? options[0]
  if (!option) throw new Error('a union without options')
  return option
}
