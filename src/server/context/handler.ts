import * as z from 'zod/mini'
import { AppError } from '../../base/app-error.ts'
import { type Endpoint, type ParsedOf, type ReplyOf, validateInput } from '../../base/endpoint.ts'
import { isStaffProofFresh, type StaffEffect, staffEffects } from '../../base/staff-effects.ts'
import { hasStaffRole, type StaffRole } from '../../base/staff-roles.ts'
import type { CustomerContext, RequestContext, StaffContext } from './request-context.ts'
import { type AnyStaffCall, demandOf } from './staff-call.ts'

export interface Handler {
  endpoint: Endpoint
  run(input: unknown, ctx: RequestContext): Promise<unknown>
  /** The input's schema: the contract's, unless settings change its limits. */
  inputSchema(ctx: RequestContext): z.ZodMiniType
}

type ContextFor<E extends Endpoint> = E['who'] extends 'customer' ? CustomerContext : RequestContext

/** Binds a function to its endpoint; the types of input and reply come from the contract. */
export function handle<E extends Endpoint>(
  endpoint: E,
  fn: (input: ParsedOf<E>, ctx: ContextFor<E>) => Promise<ReplyOf<E>>,
  inputSchema: (ctx: RequestContext) => z.ZodMiniType<ParsedOf<E>> = () =>
    endpoint.input as z.ZodMiniType<ParsedOf<E>>,
): Handler {
  return { endpoint, inputSchema, run: (input, ctx) => fn(input as ParsedOf<E>, ctx as ContextFor<E>) }
}

/**
 * Runs one call for a page in this process: who → parse → handler → whitelist. The reply has the program's own values
 * (cents, days), not those of the HTTP API. Throws AppError: `refused_signin` 401, `refused_fields` 422 with every wrong field, or what
 * the handler threw.
 */
export async function runHandler(handler: Handler, input: unknown, ctx: RequestContext): Promise<unknown> {
  return whitelistReply(handler.endpoint.reply, await runValidated(handler, input, ctx))
}

/** Runs the same call for the HTTP API, whose replies have euro where the program has cents. */
export async function runForWire(handler: Handler, input: unknown, ctx: RequestContext): Promise<unknown> {
  return encodeReply(handler.endpoint.reply, await runValidated(handler, input, ctx))
}

/**
 * Runs a call of the console: role and proof → parse → run. Throws like `runHandler`, and what `requireStaff` throws.
 */
export async function runStaffCall(
  call: AnyStaffCall,
  input: unknown,
  ctx: RequestContext,
): Promise<unknown> {
  return recordingRefusals(ctx, async () => {
    if (!ctx.isStaffConsole) throw new AppError('refused_missing', 404)
    if (call.demand !== 'anybody') requireStaff(demandOf(call.demand), ctx)
    return call.run(parseInput(call.input, input) as never, ctx as StaffContext)
  })
}

async function runValidated(handler: Handler, input: unknown, ctx: RequestContext): Promise<unknown> {
  return recordingRefusals(ctx, async () => {
    const { endpoint } = handler
    if (endpoint.who === 'customer' && ctx.customer === null) throw new AppError('refused_signin', 401)
    return handler.run(parseInput(handler.inputSchema(ctx), input, endpoint.keepsEmpty), ctx)
  })
}

async function recordingRefusals<T>(ctx: RequestContext, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    await recordRefusal(error, ctx)
    throw error
  }
}

function parseInput(schema: z.ZodMiniType, input: unknown, keepsEmpty = false): unknown {
  const validated = validateInput(schema, input, keepsEmpty)
  if (!validated.ok) throw new AppError('refused_fields', 422, { fields: validated.fields })
  return validated.value
}

/**
 * Throws where one of the staff may not make a call: 401 without a session, 403 `staff_role` for a role that is not
 * enough, and 403 `staff_proof_needed` where password and time code were given too long ago for what it does (R1181).
 */
function requireStaff({ role, effect }: { role: StaffRole; effect: StaffEffect }, ctx: RequestContext): void {
  if (ctx.staff === null) throw new AppError('refused_signin', 401)
  if (!hasStaffRole(ctx.staff.role, role)) throw new AppError('staff_role', 403)
  requireStaffProof(effect, ctx)
}

/** Throws `staff_proof_needed` 403 where what is done asks for a proof that was given some minutes ago at most (R1181). */
export function requireStaffProof(effect: StaffEffect, { staff, now }: RequestContext): void {
  if (staffEffects[effect].proof && !isStaffProofFresh(staff?.provedAt ?? null, now))
    throw new AppError('staff_proof_needed', 403)
}

/**
 * Records who asked for what is not theirs in the security log (R942); wrong passwords are recorded as
 * `sign_in_failed`.
 */
async function recordRefusal(error: unknown, ctx: RequestContext): Promise<void> {
  if (!(error instanceof AppError) || ![401, 403, 404].includes(error.status)) return
  // A visitor without a session who opens what needs one is not recorded.
  if (
    ['account_login_wrong', 'staff_login_wrong', 'staff_proof_needed'].includes(error.code) ||
    (error.code === 'refused_signin' && !ctx.session && !ctx.staffSession)
  )
    return
  await ctx.recordSecurityEvent({ kind: 'access_refused', about: error.code })
}

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
  let fields: Map<string, Copy> | undefined
  return value => {
    // Built at the first call, because the schema of a tree has itself as a field.
    fields ??= new Map(Object.entries(def.shape).map(([name, field]) => [name, copyOf(field, form)]))
    const all = value as Record<string, unknown>
    const copies = fields
    const names = Object.keys(all)
    const listed = isLoose ? names : names.filter(name => copies.has(name))
    // Copied as a whole where nothing is left out: what is added name by name becomes a map, which is slow to read.
    const copied = listed.length === names.length ? { ...all } : pick(all, listed)
    for (const name of listed) {
      const copy = copies.get(name)
      if (copy && copy !== unchanged) copied[name] = copy(all[name])
    }
    return copied
  }
}

const pick = (all: Record<string, unknown>, names: string[]): Record<string, unknown> =>
  Object.fromEntries(names.map(name => [name, all[name]]))

const mapValues = (value: object, copy: Copy) =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copy(item)]))

/** A pipe is a codec, which on the wire is written encoded, or one schema after another. */
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
