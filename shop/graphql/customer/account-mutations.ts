import { hashPassword, insertCustomer, updateCustomer } from '../../customers.ts'
import { signInByPassword } from '../../sign-in.ts'
import { errorNode, type QueryContext } from '../common-nodes.ts'
import { passwordRules } from '../site/password-rules.ts'
import { type AddressInput, addAddress, deleteAddress, updateAddress } from './addresses.ts'
import { customerNode } from './customer-node.ts'
import { requestResetPassword, resetPassword } from './password-reset.ts'

interface CustomerFields {
  firstName?: string | null
  lastName?: string | null
  email?: string | null
  phone?: string | null
  company?: string | null
}
interface Registration extends CustomerFields {
  firstName: string
  lastName: string
  email: string
  password: string
  address?: AddressInput | null
}
interface Input<T> {
  input: T
}

export const accountMutations = (ctx: QueryContext) => ({
  registerCustomer: ({ input }: Input<Registration>) => register(ctx, input),
  updateCustomer: ({ input }: Input<CustomerFields>) => update(ctx, input),
  changePassword: ({ input }: Input<{ currentPassword: string; newPassword: string }>) =>
    changePassword(ctx, input),
  requestResetPassword: ({ input }: Input<{ email: string; path?: string | null }>) =>
    requestResetPassword(ctx, input),
  resetPassword: ({ input }: Input<Parameters<typeof resetPassword>[1]>) =>
    resetPassword(
      ctx,
      input,
      isPasswordTooWeak(input.newPassword) ? validationError('newPassword', weakPassword) : undefined,
    ),
  addCustomerAddress: ({ input }: Input<AddressInput>) => addAddress(ctx, input),
  updateCustomerAddress: ({ input }: Input<{ addressEntityId: number; data: AddressInput }>) =>
    updateAddress(ctx, input.addressEntityId, input.data),
  deleteCustomerAddress: ({ input }: Input<{ addressEntityId: number }>) =>
    deleteAddress(ctx, input.addressEntityId),
})

const validationError = (field: string, message: string) => ({
  ...errorNode('ValidationError', message),
  path: ['input', field],
})
const emailInUse = errorNode('EmailAlreadyInUseError', 'The email address is already in use.')
const notSignedIn = errorNode('CustomerNotLoggedInError', 'No customer is signed in.')

/** The mistakes in what is given; a field that is left out is none. */
function wrongFields({ firstName, lastName, email }: CustomerFields) {
  return [
    ...(firstName?.trim() === '' ? [validationError('firstName', 'The first name is missing.')] : []),
    ...(lastName?.trim() === '' ? [validationError('lastName', 'The last name is missing.')] : []),
    ...(email != null && !/^[^\s@]+@[^\s@]+$/.test(email.trim())
      ? [validationError('email', 'The email address is not valid.')]
      : []),
  ]
}

function isPasswordTooWeak(password: string): boolean {
  return (
    password.length < passwordRules.minimumPasswordLength ||
    (password.match(/\d/g) ?? []).length < passwordRules.minimumNumbers
  )
}
const weakPassword = `The password needs at least ${passwordRules.minimumPasswordLength} characters and ${passwordRules.minimumNumbers} number.`

async function register(ctx: QueryContext, input: Registration) {
  const errors = [
    ...wrongFields(input),
    ...(isPasswordTooWeak(input.password) ? [validationError('password', weakPassword)] : []),
  ]
  if (errors.length > 0) return { customer: null, errors }
  const customer = await insertCustomer(ctx.store, ctx.store.db, {
    email: input.email.trim(),
    first_name: input.firstName.trim(),
    last_name: input.lastName.trim(),
    phone: (input.phone ?? '').slice(0, 50),
    company: input.company ?? '',
    password: await hashPassword(input.password),
    channel_id: ctx.channelId,
  })
  if (!customer) return { customer: null, errors: [emailInUse] }
  const asCustomer: QueryContext = { ...ctx, caller: { ...ctx.caller, customer } }
  const added = input.address ? await addAddress(asCustomer, input.address) : { errors: [] }
  return { customer: customerNode(asCustomer, customer), errors: added.errors }
}

async function update(ctx: QueryContext, input: CustomerFields) {
  const { customer } = ctx.caller
  if (!customer) return { customer: null, errors: [notSignedIn] }
  const errors = wrongFields(input)
  if (errors.length > 0) return { customer: null, errors }
  const changed = await updateCustomer(ctx.store, ctx.store.db, customer.id, {
    ...(input.firstName != null && { first_name: input.firstName.trim() }),
    ...(input.lastName != null && { last_name: input.lastName.trim() }),
    ...(input.email != null && { email: input.email.trim() }),
    ...(input.phone != null && { phone: input.phone.slice(0, 50) }),
    ...(input.company != null && { company: input.company }),
  })
  return changed
    ? { customer: customerNode(ctx, changed), errors: [] }
    : { customer: null, errors: [emailInUse] }
}

async function changePassword(
  ctx: QueryContext,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
) {
  const { customer } = ctx.caller
  if (!customer) return { errors: [notSignedIn] }
  if (!(await signInByPassword(ctx.store, customer.email, currentPassword, ctx.channelId)))
    return { errors: [errorNode('CustomerPasswordError', 'The current password is not right.')] }
  if (isPasswordTooWeak(newPassword)) return { errors: [validationError('newPassword', weakPassword)] }
  const password = await hashPassword(newPassword)
  await updateCustomer(ctx.store, ctx.store.db, customer.id, { password })
  return { errors: [] }
}
