import { expect, test } from 'vitest'
import { allLetters } from '../app/letters.ts'
import type { Language } from '../base/language.ts'
import { renderEmail } from '../server/email/email-sender.ts'

const config = { SITE_NAME: 'Doron', SITE_URL: 'https://doron.test', SUPPORT_EMAIL: 'help@doron.test' }

async function textOf(template: string, props: object, language: Language = 'el') {
  const { text } = await renderEmail(allLetters[template]!, props, language, config)
  return text.replaceAll(/\s+/g, ' ')
}

const closed = {
  code: '456397336594',
  registry: 'Ελένη & Γιώργος',
  hosts: 'Ελένη & Γιώργος',
  photo: null,
  cents: 0,
  thanks: 0,
}

test('what is over is not said to be still open, and what is still open is', async () => {
  const nothing = await textOf('registry-closed', { ...closed, items: 3, gifts_given: 0, givers: 0 })
  expect(nothing).toContain('Δεν δόθηκε κανένα δώρο.')
  const begun = await textOf('registry-closed', { ...closed, items: 3, gifts_given: 0, givers: 2 })
  expect(begun).toContain('Δεν συμπληρώθηκε κανένα δώρο.')
  for (const text of [nothing, begun]) expect(text).not.toContain('ακόμη')
  const unthanked = await textOf('registry-closed', {
    ...closed,
    items: 3,
    gifts_given: 2,
    givers: 2,
    thanks: 2,
  })
  expect(unthanked).toContain('Δεν έχετε ευχαριστήσει ακόμη για 2 δώρα.')
  expect(
    await textOf('registry-closed', { ...closed, items: 3, gifts_given: 1, givers: 1, thanks: 1 }, 'en'),
  ).toContain('You have not said thank you for 1 gift yet.')
})

test('money that waits for a confirmed e-mail names that reason alone', async () => {
  const text = await textOf('money-waits', { code: 'abc', cents: 4000 })
  expect(text).toContain('ώστε να σας στείλουμε τα χρήματα')
  for (const words of ['καλεσμένους', 'δεν δημιουργήσατε εσείς λογαριασμό']) expect(text).not.toContain(words)
})

test('a gift that was recovered is mourned for in one line', async () => {
  const gift = { name: 'Τσαγιέρα', kind: 'units', units: 1, cents: 4000 }
  const about = {
    code: '456397336594',
    registry: 'Ελένη',
    hosts: 'Ελένη',
    host_kind: 'hosts',
    giver: 'Ά. Δ.',
    photo: null,
  }
  const text = await textOf('gift-given', {
    ...about,
    message: '',
    recovered: true,
    surplus: 0,
    gifts: [gift],
  })
  expect(text).toContain('Το κατάστημα ανέκτησε αυτό το δώρο· το μήνυμα που το συνόδευε χάθηκε.')
  expect(text).not.toContain('Χρειάστηκε να επαναφέρουμε')
})

test('the subject says who gives what, as a person would, and never how much', async () => {
  const subjectOf = async (gifts: object[], giver: string) => {
    const about = { code: '456397336594', registry: 'Ελένη', hosts: 'Ελένη', host_kind: 'hosts', photo: null }
    const props = { ...about, giver, gifts, message: '', surplus: 0 }
    return (await renderEmail(allLetters['gift-given']!, props, 'el', config)).subject
  }
  const teapot = { name: 'Τσαγιέρα', kind: 'units', units: 1, cents: 4000 }
  const sofa = { name: 'Καναπές', kind: 'contribution', units: 0, cents: 5000 }
  expect(await subjectOf([teapot], 'Θεία Ευτυχία')).toBe('Θεία Ευτυχία: δώρο για εσάς · Τσαγιέρα')
  expect(await subjectOf([sofa], 'Θεία Ευτυχία')).toBe('Θεία Ευτυχία: συμμετοχή στο ομαδικό δώρο «Καναπές»')
  expect(await subjectOf([teapot, sofa], 'Θεία Ευτυχία')).toBe('Θεία Ευτυχία: 2 δώρα για εσάς')
  expect(await subjectOf([teapot], '')).toBe('Δώρο για εσάς · Τσαγιέρα')
})

test('the right of withdrawal stands at the foot of the letter to a giver, and not in its middle', async () => {
  const gift = { name: 'Τσαγιέρα', kind: 'units', units: 1, cents: 4000 }
  const text = await textOf('gift-thanks', {
    code: '456397336594',
    registry: 'Ελένη',
    hosts: 'Ελένη',
    host_kind: 'hosts',
    giver: '',
    photo: null,
    message: '',
    surplus: 0,
    mine: 'token',
    gifts: [gift],
  })
  expect(text.indexOf('υπαναχώρησης')).toBeGreaterThan(text.indexOf('Πίσω στη λίστα'))
  expect(text.match(/υπαναχώρ/g)).toHaveLength(1)
})
