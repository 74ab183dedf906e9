export const administrationText = {
  backupRequested: 'Il backup comincia entro un minuto',
  backupRequestedAlready: 'Un backup è già stato chiesto: comincia entro un minuto.',
  noBackupFolder: 'Questo server non fa backup da solo: chi lo gestisce deve impostare BACKUP_DIR.',
} as const
