export const authText = {
  wrongCredentials: 'Email o password non corretti.',
  usernameTaken: 'Username già in uso',
  emailTaken: 'Email già in uso',
  commonPassword: 'Questa password è troppo comune: scegline un’altra.',
  registered: 'Registrazione completata.',
} as const
