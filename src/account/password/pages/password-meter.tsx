import { useEffect, useState } from 'react'
import { countCharacters } from '../../../base/text.ts'
import { m } from '../../../paraglide/messages.js'
import { classNames } from '../../../ui/style/class-names.ts'
import { type PasswordStrength, ratePassword } from '../strength-rules.ts'

const meters: Record<PasswordStrength | 'long', { parts: number; colour: string; label: () => string }> = {
  long: { parts: 1, colour: 'bg-pomegranate', label: m.account_password_long },
  common: { parts: 1, colour: 'bg-pomegranate', label: m.account_strength_common },
  weak: { parts: 2, colour: 'bg-pomegranate', label: m.account_strength_weak },
  fair: { parts: 3, colour: 'bg-sea', label: m.account_strength_fair },
  strong: { parts: 4, colour: 'bg-olive', label: m.account_strength_strong },
}

/** How strong the password is, or that it is too long; it refuses nothing, and the password stays in the browser (R112). */
export function PasswordMeter(props: { password: string; maxLength: number | undefined }) {
  const { password, maxLength = Number.POSITIVE_INFINITY } = props
  const isCommon = useCommonPasswords(password !== '')
  const isLong = countCharacters(password) > maxLength
  const { parts, colour, label } = meters[isLong ? 'long' : ratePassword(password, isCommon)]
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
