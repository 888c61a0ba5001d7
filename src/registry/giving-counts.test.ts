import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openHostPages } from '../../test/host-pages.ts'
import { opened } from '../../test/opened.ts'
import { insertProducts } from '../../test/products.ts'
import { showGiftStatistics, showGifts } from '../gift/gift.contract.ts'
import { getRow, updateRows } from '../server/postgres/rows.ts'
import { findRegistry } from './registry.contract.ts'

/** Every place that shows how much was given shows the same number (R319). */
const pages = opened(() => openHostPages())

interface Wished {
  kind: 'units' | 'group' | 'card'
  quantity: number
  isSold: boolean
  givings: { giver: number; isPaid: boolean }[]
}

const price = 8000
const wished: fc.Arbitrary<Wished> = fc.record({
  kind: fc.constantFrom('units', 'units', 'group', 'card'),
  quantity: fc.integer({ min: 1, max: 2 }),
  isSold: fc.boolean(),
  // Each giving is one unit, or 40 € for a group gift of 80 € or a gift card.
  givings: fc.array(fc.record({ giver: fc.integer({ min: 1, max: 3 }), isPaid: fc.boolean() }), {
    maxLength: 3,
  }),
})

test('registry page, headers, lists, statistics, closing letter and the API agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(wished, { minLength: 1, maxLength: 6 }), async gifts => {
      await fill(gifts)
      const expected = countByHand(gifts)
      await expectApi(expected)
      await expectPages(expected)
      await expectClosingLetter(expected)
    }),
    {
      numRuns: 7,
      // A gift given by two people, an open one, a gift card with money, and a given one that the shop no longer sells.
      examples: [
        [
          [
            aWish({ quantity: 2, givings: [paidBy(1), paidBy(2)] }),
            aWish({ kind: 'group', givings: [paidBy(1), { giver: 3, isPaid: false }] }),
            aWish({ kind: 'card', givings: [paidBy(3)] }),
            aWish({ isSold: false, givings: [paidBy(1)] }),
            aWish({ isSold: false }),
          ],
        ],
        [[aWish({ givings: [paidBy(1)] })]],
        // One of two units is given, so the gift is not complete.
        [[aWish({ quantity: 2, givings: [paidBy(1)] })]],
        // One of two units is given and the shop no longer sells the gift; the giver is still shown.
        [[aWish({ quantity: 2, isSold: false, givings: [paidBy(1)] })]],
      ],
    },
  )
})

const aWish = (more: Partial<Wished>): Wished => ({
  kind: 'units',
  quantity: 1,
  isSold: true,
  givings: [],
  ...more,
})
const paidBy = (giver: number) => ({ giver, isPaid: true })

interface Counts {
  items: number
  gifts_given: number
  gift_cards: number
  givers: number
}

function countByHand(gifts: Wished[]): Counts {
  const paid = (gift: Wished) => gift.givings.filter(({ isPaid }) => isPaid).length
  const isGiven = (gift: Wished) => paid(gift) >= (gift.kind === 'group' ? 2 : gift.quantity)
  const noCards = gifts.filter(({ kind }) => kind !== 'card')
  const people = gifts.flatMap(({ givings }) =>
    givings.filter(({ isPaid }) => isPaid).map(({ giver }) => giver),
  )
  return {
    items: noCards.filter(gift => gift.isSold || isGiven(gift)).length,
    gifts_given: noCards.filter(isGiven).length,
    gift_cards: gifts.filter(({ kind, isSold }) => kind === 'card' && isSold).length,
    givers: new Set(people).size,
  }
}

async function fill(gifts: Wished[]): Promise<void> {
  await pages.startOver()
  for (const [index, { kind, quantity, isSold, givings }] of gifts.entries()) {
    const productId = nextProductId()
    const type = kind === 'card' ? 'giftcertificate' : 'physical'
    await insertProducts(pages.app.db, [{ id: productId, cents: price, type, available: isSold }])
    const isGroup = kind === 'group'
    const giftId = await pages.insertGift(productId, {
      quantity: isGroup ? 1 : quantity,
      is_group: isGroup,
    })
    const givingKind = { units: 'units', group: 'contribution', card: 'gift_card' } as const
    for (const [number, { giver, isPaid }] of givings.entries())
      await pages.give(giftId, givingKind[kind], {
        giver_email: `giver${giver}@example.com`,
        state: isPaid ? 'paid' : 'pending',
        message: `${index} ${number}`,
      })
  }
}

let lastProductId = 9000
const nextProductId = () => ++lastProductId

async function expectApi(expected: Counts): Promise<void> {
  const { app, host, registry } = pages
  for (const token of [undefined, host.token]) {
    const found = await app.call<object[]>(findRegistry, { id: registry.code }, token)
    expect(found.data[0]).toMatchObject(expected)
    const statistics = await app.call<Record<string, number>>(
      showGiftStatistics,
      { registry_id: registry.code },
      token,
    )
    const { gift_items = 0, group_gifting_items = 0 } = statistics.data
    expect(gift_items + group_gifting_items).toBe(expected.items)
  }
  const shown = await app.call<{ data: { type: string; state: string }[] }>(showGifts, {
    registry_id: registry.code,
  })
  const noCards = shown.data.data.filter(({ type }) => type !== 'giftcertificate')
  expect(noCards).toHaveLength(expected.items)
  expect(noCards.filter(({ state }) => state === 'given')).toHaveLength(expected.gifts_given)
}

const giftsText = (count: number) => (count === 1 ? '1 gift' : `${count} gifts`)

function sentences({ items, gifts_given, givers }: Counts): string[] {
  const isOnlyGift = items === 1 && gifts_given === 1
  const some = isOnlyGift ? 'The only gift is given' : `${gifts_given} of ${giftsText(items)} given`
  const none = givers === 0 ? 'No gift given yet' : 'No gift is complete yet'
  const given = gifts_given === 0 ? none : some
  const people = givers === 1 ? '1 person has given' : `${givers} people have given`
  return [...(items > 0 ? [given] : []), ...(givers > 0 ? [people] : [])]
}

async function expectPages(expected: Counts): Promise<void> {
  const { code } = pages.registry
  const guestPage = await (await pages.app.app.request(`/registry/${code}`)).text()
  const hostPages = [
    `/registry/${code}`,
    '/my-registries',
    `/registry/${code}/gifts`,
    `/registry/${code}/edit`,
  ]
  const views = await Promise.all(hostPages.map(async path => (await pages.view(path)).html))
  for (const html of [guestPage, ...views])
    expect(sentences(expected).filter(sentence => !html.includes(sentence))).toEqual([])
  const { html: addPage } = await pages.view(`/registry/${code}/add`)
  const listed = `In the registry: ${giftsText(expected.items)}`
  if (expected.items > 0) expect(addPage.includes(listed)).toBe(true)
}

async function expectClosingLetter(expected: Counts): Promise<void> {
  const { app, host, registry } = pages
  const set = { closing_day: '2020-01-01' }
  await updateRows(app.db, 'registry', { set, where: { id: registry.id } })
  await app.job('closings')
  await app.sendEmails()
  const { plain: text } = await getRow(app.db, 'mailbox', { recipient: host.email }, ['plain'])
  expect(sentencesInGreek(expected, true).filter(sentence => !text.includes(sentence))).toEqual([])
}

function sentencesInGreek({ items, gifts_given, givers }: Counts, isOver = false): string[] {
  const isOnlyGift = items === 1 && gifts_given === 1
  const some = isOnlyGift ? 'Το μοναδικό δώρο δόθηκε' : `${gifts_given} από τα ${items} δώρα`
  const none = givers === 0 ? 'Κανένα δώρο δεν έχει δοθεί ακόμη' : 'Κανένα δώρο δεν έχει συμπληρωθεί ακόμη'
  const noneInAll = givers === 0 ? 'Δεν δόθηκε κανένα δώρο' : 'Δεν συμπληρώθηκε κανένα δώρο'
  const given = gifts_given > 0 ? some : isOver ? noneInAll : none
  const people = givers === 1 ? 'Έκανε δώρο 1 καλεσμένος' : `Έκαναν δώρο ${givers} καλεσμένοι`
  return [...(items > 0 ? [given] : []), ...(givers > 0 ? [people] : [])]
}
