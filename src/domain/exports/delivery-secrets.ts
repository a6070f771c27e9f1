/** The places for which the secrets of deliveries are sealed. */
export const DELIVERY_SECRET = 'export_profiles.delivery_secret'
export const DELIVERY_KEY = 'export_profiles.delivery_private_key'
