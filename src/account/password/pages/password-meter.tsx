import { useEffect, useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { classNames } from '../../../ui/style/class-names.ts'
import { type PasswordStrength, ratePassword } from '../strength-rules.ts'

const meters: Record<PasswordStrength, { parts: number; colour: string; label: () => string }> = {
  common: { parts: 1, colour: 'bg-pomegranate', label: m.account_strength_common },
  weak: { parts: 2, colour: 'bg-pomegranate', label: m.account_strength_weak },
  fair: { parts: 3, colour: 'bg-sea', label: m.account_strength_fair },
  strong: { parts: 4, colour: 'bg-olive', label: m.account_strength_strong },
}

/** How strong the password is; it refuses nothing, and the password stays in the browser (R112). */
export function PasswordMeter({ password }: { password: string }) {
  const isCommon = useCommonPasswords(password !== '')
  const { parts, colour, label } = meters[ratePassword(password, isCommon)]
  return (
    <div role="status" className={classNames('-mt-3 text-sm', password === '' && 'hidden')}>
      <div aria-hidden="true" className="mb-1.5 grid grid-cols-4 gap-1">
        {[1, 2, 3, 4].map(part => (
          <span
            key={part}
            className={classNames('h-1.5 rounded-pill', part <= parts ? colour : 'bg-track')}
          />
        ))}
      </div>
      {password !== '' && label()}
    </div>
  )
}

/** Knows the common passwords as soon as their list (28 kB) is there; it is fetched for whoever chooses one. */
function useCommonPasswords(isNeeded: boolean): ((password: string) => boolean) | undefined {
  const [rules, setRules] = useState<typeof import('../common-rules.ts') | null>(null)
  useEffect(() => {
    // Without the list the meter judges by length and signs alone.
    if (isNeeded) import('../common-rules.ts').then(setRules, () => {})
  }, [isNeeded])
  return rules?.isCommonPassword
}
