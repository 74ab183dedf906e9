import { MonitorSmartphone, Smartphone } from 'lucide-react'

const isPhone = (device: string) => /Android|iPhone|iPad/.test(device)

export const DeviceIcon = ({ device }: { device: string }) =>
  isPhone(device) ? <Smartphone size={20} aria-hidden /> : <MonitorSmartphone size={20} aria-hidden />
