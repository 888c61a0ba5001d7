import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { leastRole } from '../../base/endpoint.ts'
import { staffEffects } from '../../base/staff-effects.ts'
import { staffCalls } from '../../staff-operations.ts'
import { actionNames, staffActions } from './contract.ts'
import type { StaffAction } from './look-contract.ts'

const en = JSON.parse(readFileSync('messages/en.json', 'utf8')) as Record<string, unknown>
const actions = actionNames.map(name => staffActions[name] as unknown as StaffAction)

/** What change nothing of money, mailboxes, sign-in, the team or people; a new call needs an effect, or its line here. */
const harmless = [
  // Looks that are audited.
  '/staff/delivery',
  '/staff/person',
  '/staff/registry',
  '/staff/registry/email',
  '/staff/registry/see',
  '/staff/event-types/save',
  '/staff/host/password',
  '/staff/host/sessions',
  // Nothing is done by it.
  '/staff/approval/refuse',
  '/staff/logout',
  '/staff/proof',
  '/staff/registry/note',
  '/staff/sessions/end',
  '/staff/team/sessions',
  '/staff/work/change',
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
    const ofActions = new Set(actions.flatMap(({ look, act }) => [look.path, act.path]))
    const undeclared = staffCalls
      .map(({ endpoint }) => endpoint)
      .filter(({ who, reads, effect, path }) => who === 'staff' && !reads && !effect && !ofActions.has(path))
    expect(undeclared.map(({ path }) => path).sort()).toEqual([...harmless].sort())
  })

  test('the least role of each action is that of its effect, unless it spares goods', () => {
    for (const { name, effect, sparesGoods, act, look } of actions) {
      const role = sparesGoods ? 'support' : staffEffects[effect].role
      expect([name, leastRole(act), leastRole(look)]).toEqual([name, role, role])
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
