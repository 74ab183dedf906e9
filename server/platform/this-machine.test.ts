import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { isFromThisMachine, isRebound } from './this-machine.ts'

const arrival = { remoteAddress: '127.0.0.1', httpVersion: '1.1', headers: { host: 'localhost:3000' } }
const withHeader = (name: string, value: string) => ({ ...arrival, headers: { ...arrival.headers, [name]: value } })

test.for([
  ['the printed address', arrival],
  ['the IPv4 address', { ...arrival, headers: { host: '127.0.0.1:3000' } }],
  ['the IPv6 address', { ...arrival, remoteAddress: '::1', headers: { host: '[::1]:3000' } }],
  ['IPv4 on an IPv6 socket', { ...arrival, remoteAddress: '::ffff:127.0.0.1' }],
  ['another loopback address', { ...arrival, remoteAddress: '127.8.9.1' }],
  ['the default port', { ...arrival, headers: { host: 'LOCALHOST' } }],
] as const)('A request to %s is from this machine', ([, request]) => {
  expect(isFromThisMachine(request, readConfig({}))).toBe(true)
})

test.for([
  ['another computer', { ...arrival, remoteAddress: '192.168.1.9' }],
  ['another computer, over IPv6', { ...arrival, remoteAddress: 'fd00::9' }],
  ['another computer on an IPv6 socket', { ...arrival, remoteAddress: '::ffff:192.168.1.9' }],
  ['a socket that has closed', { ...arrival, remoteAddress: undefined }],
  ['a page whose name was made to point here', { ...arrival, headers: { host: 'evil.example:3000' } }],
  ['a page of localhost.evil.example', { ...arrival, headers: { host: 'localhost.evil.example:3000' } }],
  ['a page of 127.0.0.1.evil.example', { ...arrival, headers: { host: '127.0.0.1.evil.example' } }],
  ['a page of evil.localhost', { ...arrival, headers: { host: 'evil.localhost:3000' } }],
  ['a client without a Host', { ...arrival, headers: {} }],
  ['a proxy that says nothing but speaks HTTP/1.0', { ...arrival, httpVersion: '1.0' }],
  ...(
    [
      ['x-forwarded-for', '203.0.113.7'],
      ['x-forwarded-for', '127.0.0.1'],
      ['x-forwarded-for', ''],
      ['x-forwarded-host', 'localhost'],
      ['x-forwarded-proto', 'http'],
      ['forwarded', 'for=203.0.113.7'],
      ['via', '1.1 proxy'],
      ['x-real-ip', '203.0.113.7'],
      ['x-client-ip', '203.0.113.7'],
      ['true-client-ip', '203.0.113.7'],
      ['cf-connecting-ip', '203.0.113.7'],
      ['fastly-client-ip', '203.0.113.7'],
      ['x-original-host', 'dintorni.example'],
    ] as const
  ).map(([name, value]) => [`a proxy that adds ${name}: ${value}`, withHeader(name, value)] as const),
] as const)('A request of %s is not from this machine', ([, request]) => {
  expect(isFromThisMachine(request, readConfig({}))).toBe(false)
})

test.for([
  ['a public address', { PUBLIC_URL: 'https://dintorni.example' }],
  ['a proxy in front', { TRUST_PROXY: 'on' }],
  ['an address of the local network', { HOST: '192.168.1.5' }],
] as const)('On a server with %s no request is from this machine', ([, environment]) => {
  expect(isFromThisMachine(arrival, readConfig(environment))).toBe(false)
})

test.for([
  ['127.0.0.1', '127.0.0.1:9464', false],
  ['127.0.0.1', 'localhost:9464', false],
  ['::1', '[::1]:9464', false],
  ['127.0.0.1', 'metrics.internal:9464', false],
  ['10.0.0.5', 'server1.example:9464', false],
  ['127.0.0.1', 'evil.example:9464', true],
  ['::1', 'evil.example', true],
  ['127.0.0.1', undefined, true],
] as const)('Metrics at %s that are asked for as %s are refused: %j', ([localAddress, host, isRefused]) => {
  expect(isRebound(localAddress, host, 'metrics.internal')).toBe(isRefused)
})
