/** A gift certificate; all amounts in cents. */
export interface Certificate {
  id: number
  code: string
  customer_id: number
  order_id: number
  to_name: string
  to_email: string
  from_name: string
  from_email: string
  amount_cents: number
  balance_cents: number
  status: 'active' | 'pending' | 'disabled' | 'expired'
  template: string
  message: string
  purchased: Date
  expires: Date | null
}
