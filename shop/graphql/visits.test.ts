import { expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { goods, openTestShop } from '../../test/shop.ts'
import { catalogue } from '../catalogue/index.ts'

const testShop = opened(() => openTestShop())

const email = 'forgetful@example.org'
const commonInput = { request: { url: 'https://shop.example/', userAgent: 'test' } }

test('a customer who forgot the password sets another by the link of a letter, once', async () => {
  const person = { email, first_name: 'a', last_name: 'b' }
  await testShop.rest('POST', '/v3/customers', [person])
  const request = `mutation ResetPasswordMutation($input: RequestResetPasswordInput!) { customer {
    requestResetPassword(input: $input) { __typename errors { __typename ... on Error { message } } } } }`
  const ask = (who: string) => testShop.graphql(request, { input: { email: who, path: '/change-password' } })
  const answer = {
    customer: { requestResetPassword: { __typename: 'RequestResetPasswordResult', errors: [] } },
  }
  expect([await ask('nobody@example.org'), await ask(email)]).toEqual([answer, answer])
  const letters = await testShop.shop.actions.letters()
  expect(letters.map(({ to }) => to)).toEqual([email])
  const link = new URL(letters[0]!.text)
  expect(link.pathname).toMatch(/change-password$/)
  const change = `mutation ChangePasswordMutation($input: ResetPasswordInput!) { customer {
    resetPassword(input: $input) { __typename errors { __typename ... on Error { message } } } } }`
  const set = async (token: string, newPassword: string) => {
    const input = { customerEntityId: Number(link.searchParams.get('c')), token, newPassword }
    type Result = { customer: { resetPassword: { errors: { __typename: string }[] } } }
    const { customer } = await testShop.graphql<Result>(change, { input })
    return customer.resetPassword.errors.map(error => error.__typename)
  }
  const token = link.searchParams.get('t')!
  const password = 'a new password 1'
  expect(await set(token, 'short')).toEqual(['ValidationError'])
  expect(await set('0'.repeat(64), password)).toEqual(['CustomerPasswordError'])
  expect(await set(token, password)).toEqual([])
  expect(await set(token, 'another password 2')).toEqual(['CustomerPasswordError'])
  const valid = await testShop.rest('POST', '/v3/customers/validate-credentials', { email, password })
  expect(valid.json()).toMatchObject({ is_valid: true })
})

test('what visitors write is kept for the staff', async () => {
  const submit = (pageEntityId: number) =>
    testShop.graphql(
      `mutation SubmitContactUs($input: SubmitContactUsInput!) { submitContactUs(input: $input) {
        errors { __typename ... on Error { message } } } }`,
      { input: { pageEntityId, data: { email, comments: 'Πού είναι το δώρο;' } } },
    )
  expect(await submit(catalogue.pages[0]!.id)).toEqual({ submitContactUs: { errors: [] } })
  expect(await submit(1)).toMatchObject({ submitContactUs: { errors: [{ __typename: 'ValidationError' }] } })
  const letters = await testShop.shop.actions.letters()
  expect(letters.at(-1)).toMatchObject({ to: 'staff', text: expect.stringContaining('Πού είναι το δώρο;') })
})

test('visits are counted where the visitor agrees', async () => {
  const visit = (consent?: object) =>
    testShop.graphql(
      `mutation VisitStarted($input: VisitStartedEventInput!) { analytics { visitStartedEvent(input: $input) { executed } } }`,
      { input: { commonInput: { ...commonInput, ...(consent && { consent }) } } },
    )
  const refusal = { targeting: false, analytics: false, functional: false }
  expect([await visit(), await visit(refusal)]).toEqual([
    { analytics: { visitStartedEvent: { executed: true } } },
    { analytics: { visitStartedEvent: { executed: false } } },
  ])
  const view = (productEntityId: number) =>
    testShop.graphql(
      `mutation ProductViewed($input: ProductViewedEventInput!) { analytics { productViewedEvent(input: $input) { executed } } }`,
      { input: { commonInput, productInput: { productEntityId } } },
    )
  expect([await view(goods.plain.id), await view(1)]).toEqual([
    { analytics: { productViewedEvent: { executed: true } } },
    { analytics: { productViewedEvent: { executed: false } } },
  ])
})
