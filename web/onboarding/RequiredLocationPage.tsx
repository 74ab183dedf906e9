export function RequiredLocationPage() {
  return null
}
