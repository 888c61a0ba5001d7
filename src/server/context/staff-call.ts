import * as z from 'zod/mini'
import { type StaffEffect, staffEffects } from '../../base/staff-effects.ts'
import { type StaffRole, staffRoles } from '../../base/staff-roles.ts'
import type { RequestContext, StaffContext } from './request-context.ts'

/**
 * The least role of the staff that may make a call, or what the call does, from which role and proof follow (R1180); or
 * anybody, who has a link or is about to sign in.
 */
type StaffDemand = StaffRole | StaffEffect | 'anybody'

/**
 * What a page of the console reads or does. It is called by its name in this process alone: it has no address and no
 * schema of its answer, whose fields are those that its queries select.
 */
export interface StaffCall<Fields extends z.core.$ZodShape, Answer, Context = StaffContext> {
  demand: StaffDemand
  /** Whether it changes nothing. */
  reads: boolean
  input: z.ZodMiniObject<Fields>
  run(input: z.output<z.ZodMiniObject<Fields>>, ctx: Context): Promise<Answer>
}

/** A call with any fields, for lists of calls. */
export interface AnyStaffCall {
  demand: StaffDemand
  reads: boolean
  input: z.ZodMiniType
  run(input: never, ctx: StaffContext): Promise<unknown>
}

/** Declares what the console reads: the least role, the input's fields and the query. */
export function staffRead<Fields extends z.core.$ZodShape, Answer>(
  role: StaffRole,
  fields: Fields,
  run: StaffCall<Fields, Answer>['run'],
): StaffCall<Fields, Answer> {
  return { ...staffCall(role, fields, run), reads: true }
}

/**
 * Declares what the console changes: its effect, from which role and proof follow (R1180), or the least role;
 * the input's fields; and the function that does it.
 */
export function staffCall<Fields extends z.core.$ZodShape, Answer>(
  demand: StaffRole | StaffEffect,
  fields: Fields,
  run: StaffCall<Fields, Answer>['run'],
): StaffCall<Fields, Answer> {
  return { demand, reads: false, input: z.object(fields) as z.ZodMiniObject<Fields>, run }
}

/** Declares a call of the console that needs no session: `run` itself checks whether the caller may make it. */
export function openCall<Fields extends z.core.$ZodShape, Answer>(
  fields: Fields,
  run: StaffCall<Fields, Answer, RequestContext>['run'],
): StaffCall<Fields, Answer, RequestContext> {
  return { demand: 'anybody', reads: false, input: z.object(fields) as z.ZodMiniObject<Fields>, run }
}

/** What a demand asks for: a role, and whether password and time code have to be fresh. */
export function demandOf(demand: StaffRole | StaffEffect): { role: StaffRole; effect: StaffEffect } {
  const role = staffRoles.find(one => one === demand)
  if (role !== undefined) return { role, effect: 'none' }
  const effect = demand as StaffEffect
  return { role: staffEffects[effect].role, effect }
}
