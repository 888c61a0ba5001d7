import * as z from 'zod/mini'
import { type StaffEffect, staffEffects } from '../../base/staff-effects.ts'
import { type StaffRole, staffRoles } from '../../base/staff-roles.ts'
import type { StaffContext } from './request-context.ts'

/** The least role of the staff that may make a call, or what the call does, from which role and proof follow (R1180). */
export type StaffDemand = StaffRole | StaffEffect

/**
 * What a page of the console reads or does. It is called by its name in this process alone: it has no address and no
 * schema of its answer, whose fields are those that its queries select.
 */
export interface StaffCall<Fields extends z.core.$ZodShape = z.core.$ZodShape, Answer = unknown> {
  demand: StaffDemand
  input: z.ZodMiniObject<Fields>
  run(input: z.output<z.ZodMiniObject<Fields>>, ctx: StaffContext): Promise<Answer>
}

/** Any of them, whatever it takes. */
export type AnyStaffCall = Omit<StaffCall, 'input' | 'run'> & {
  input: z.ZodMiniType
  run(input: never, ctx: StaffContext): Promise<unknown>
}

/** Declares a call of the console: for whom, the fields that it takes, and what it does. */
export function staffCall<Fields extends z.core.$ZodShape, Answer>(
  demand: StaffDemand,
  fields: Fields,
  run: StaffCall<Fields, Answer>['run'],
): StaffCall<Fields, Answer> {
  return { demand, input: z.object(fields) as z.ZodMiniObject<Fields>, run }
}

/** What a demand asks for: a role, and whether password and time code have to be fresh. */
export function demandOf(demand: StaffDemand): { role: StaffRole; effect: StaffEffect } {
  const role = staffRoles.find(one => one === demand)
  if (role !== undefined) return { role, effect: 'none' }
  const effect = demand as StaffEffect
  return { role: staffEffects[effect].role, effect }
}
