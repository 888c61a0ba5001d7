import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { consoleCalls } from '../../app/console-calls.ts'
import { staffEffects } from '../../base/staff-effects.ts'
import { staffRoles } from '../../base/staff-roles.ts'
import type { AnyStaffCall } from '../../server/context/staff-call.ts'
import { actionNames, staffActions } from './declaration.rules.ts'
import type { StaffAction } from './look.rules.ts'

const en = JSON.parse(readFileSync('messages/en.json', 'utf8')) as Record<string, unknown>
const actions = actionNames.map(name => staffActions[name] as unknown as StaffAction)

/**
 * Calls without an effect on money, mailboxes, sign-in, the team or people. A new call needs an effect, or a place
 * here.
 */
const harmless = [
  // Looks that are audited.
  ...['delivery', 'order', 'person', 'registry', 'guestEmail', 'seenRegistry'],
  // Only ends a request.
  'refuseMoneyRequest',
  ...['addNote', 'changeWork', 'endSessions', 'logout', 'proof', 'saveEventType'],
  ...['endHostSessions', 'endMemberSessions', 'sendHostPasswordLetter'],
]

describe('what staff may do follows from what it does (R1180)', () => {
  test('support touches neither money nor mailboxes, sign-ins, the team or people', () => {
    const ofSupport = Object.entries(staffEffects).filter(([, { role }]) => role === 'support')
    expect(ofSupport.map(([effect]) => effect)).toEqual(['none'])
    expect(staffEffects['changes the team'].role).toBe('owner')
  })

  test('what makes, moves or pays money asks for a fresh proof and, from a sum on, a second person', () => {
    for (const effect of ['moves money', 'makes payable', 'pays'] as const)
      expect([effect, staffEffects[effect]]).toEqual([effect, { role: 'manager', proof: true, two: true }])
    for (const effect of [
      'changes e-mail',
      'ends a second factor',
      'changes the team',
      'exports people',
    ] as const)
      expect([effect, staffEffects[effect].proof]).toEqual([effect, true])
  })

  test('every call that changes something says what it does', () => {
    const ofActions = new Set<string>(actionNames.map(name => `do ${name}`))
    const undeclared = Object.entries<AnyStaffCall>(consoleCalls).filter(
      ([name, { reads, demand }]) =>
        !reads && !ofActions.has(name) && [...staffRoles, 'none'].some(role => role === demand),
    )
    expect(undeclared.map(([name]) => name).sort()).toEqual([...harmless].sort())
  })

  test('the least role of each action is that of its effect, unless it spares goods', () => {
    for (const { name, effect, sparesGoods, role } of actions) {
      expect([name, role]).toEqual([name, sparesGoods ? 'support' : staffEffects[effect].role])
      const { [`look at ${name}`]: look, [`do ${name}`]: act } = consoleCalls as Record<string, AnyStaffCall>
      expect([name, look?.demand, act?.demand]).toEqual([name, role, role])
    }
  })

  test('each action has all its texts, by their names', () => {
    const named = actions.flatMap(({ name, fields }) => [
      ...['', '_lead', '_done'].map(end => `staff_act_${name}${end}`),
      `staff_audit_${name}`,
      ...Object.entries(fields)
        .filter(([, { kind }]) => kind !== 'known')
        .flatMap(([field, { label, help, texts = {} }]) => [
          label ?? `staff_value_${field}`,
          ...(help ? [help] : []),
          ...Object.values(texts),
        ]),
    ])
    expect(named.filter(key => !(key in en))).toEqual([])
  })
})
