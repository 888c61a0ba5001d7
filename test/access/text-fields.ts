import * as z from 'zod'

export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
}

/** The paths of a call's input at which a text may be sent. */
export function textFields(input: z.core.$ZodType): (string | number)[][] {
  return pathsIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
}

function pathsIn(schema: JsonSchema, path: (string | number)[] = []): (string | number)[][] {
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, inner]) => pathsIn(inner, [...path, name]))
  if (schema.items) return pathsIn(schema.items, [...path, 0])
  return path.length > 0 ? [path] : []
}

/** The paths of a call's input at which a list may be sent. */
export function listFields(input: z.core.$ZodType): (string | number)[][] {
  return listsIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
}

function listsIn(schema: JsonSchema, path: (string | number)[] = []): (string | number)[][] {
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    listsIn(one, [...path, name]),
  )
  const own = schema.items ? [path, ...listsIn(schema.items, [...path, 0])] : []
  return [...own, ...inner]
}
