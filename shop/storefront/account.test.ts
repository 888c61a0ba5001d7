import { expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { goods, openTestShop, visitor } from '../../test/shop.ts'
import { storefrontCaller } from '../graphql/test-helpers.ts'

const testShop = opened(() => openTestShop())
const password = 'a right password 1'

let customers = 0
async function aCustomer() {
  const email = `shopper${++customers}@example.org`
  const fields = { email, first_name: 'Νίκος', last_name: 'Α', authentication: { new_password: password } }
  const made = await testShop.rest('POST', '/v3/customers', [fields])
  return { email, id: made.json<{ data: { id: number }[] }>().data[0]!.id }
}
const signIn = (guest: ReturnType<typeof visitor>, email: string, typed = password) =>
  guest.go('/login.php', { email, password: typed })
const accountStatus = async (cookie: string) =>
  (await testShop.send('/account', { headers: { cookie } })).status
const cookieOf = (answer: Awaited<ReturnType<typeof signIn>>) =>
  answer.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')

test('a session ends for whoever copied it, by signing out and by another password', async () => {
  const { email, id } = await aCustomer()
  const guest = visitor(testShop.send)
  const copied = cookieOf(await signIn(guest, email))
  expect(await accountStatus(copied)).toBe(200)
  await guest.go('/login.php?action=logout')
  expect(await accountStatus(copied)).toBe(303)

  const again = cookieOf(await signIn(guest, email))
  expect(await accountStatus(again)).toBe(200)
  await testShop.rest('PUT', '/v3/customers', [{ id, authentication: { new_password: 'another one 2' } }])
  expect(await accountStatus(again)).toBe(303)
})

test('after twenty wrong passwords none is looked at for a quarter of an hour, however they are sent', async () => {
  const { email } = await aCustomer()
  const other = await aCustomer()
  const ask = storefrontCaller(testShop)
  const login = `mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { result } }`
  const tries = await Promise.all(
    Array.from({ length: 24 }, (_, index) => {
      const wrong = { email: index % 3 ? email : email.toUpperCase(), password: `wrong ${index}` }
      return index % 2 ? ask(login, wrong) : signIn(visitor(testShop.send), wrong.email, wrong.password)
    }),
  )
  expect(tries.map(({ status }) => status).filter(status => status === 500)).toEqual([])
  expect((await signIn(visitor(testShop.send), email)).status).toBe(429)
  expect((await ask(login, { email, password })).errors?.[0]?.message).toMatch(/^Too many wrong tries/)
  expect((await signIn(visitor(testShop.send), other.email)).status).toBe(303)
  testShop.clock.now = new Date(testShop.clock.now.getTime() + 15 * 60_000)
  expect((await signIn(visitor(testShop.send), email)).status).toBe(303)
})

test('codes of gift cards are tried twenty times for a cart', async () => {
  const guest = visitor(testShop.send)
  await guest.go('/cart.php', { action: 'add', product: String(goods.digital.id) })
  const buyer = { first_name: 'Νίκος', last_name: 'Α', email: 'nikos@example.org' }
  const pay = (certificate: string) => guest.go('/checkout', { ...buyer, certificate, payment: 'success' })
  for (let index = 0; index < 20; index++)
    expect((await pay(`AAAA-BBBB-CCCC-${index}`)).text).toContain('This gift card can’t be used.')
  expect((await pay('AAAA-BBBB-CCCC-20')).text).toContain('Too many wrong tries')
  expect((await pay('')).status).toBe(303)
})

test.each(['null', 'nonsense', 'http://evil.example'])('a form from %s is refused', async origin => {
  const sent = await testShop.send('/login.php', {
    method: 'POST',
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'email=a@example.org&password=x',
  })
  expect(sent.status).toBe(403)
})
