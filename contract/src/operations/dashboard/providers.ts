import { TestAnswer } from '../../dashboard/settings.ts'
import { Message } from '../../member.ts'
import {
  NewProvider,
  ProviderAnswer,
  ProviderChange,
  ProviderList,
  ProviderOrder,
  ProviderTest,
} from '../../provider.ts'
import { operation } from '../operation.ts'

export const listProviders = operation({
  method: 'GET',
  path: '/dashboard/api/providers',
  access: 'member',
  role: 'owner',
  summary: 'The providers that send e-mails and SMS, in the order in which they are used, and how they do',
  answers: { 200: ProviderList },
})

export const addProvider = operation({
  method: 'POST',
  path: '/dashboard/api/providers',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: 'Add a provider after the others of its channel',
  body: NewProvider,
  answers: { 201: ProviderAnswer },
})

export const orderProviders = operation({
  method: 'PUT',
  path: '/dashboard/api/providers/order',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: 'Put the providers of a channel into another order',
  body: ProviderOrder,
  answers: { 200: ProviderList },
})

export const changeProvider = operation({
  method: 'PATCH',
  path: '/dashboard/api/providers/:id',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: 'Change a provider: its connection, its pace, its limit and its warm-up',
  body: ProviderChange,
  answers: { 200: ProviderAnswer },
})

export const removeProvider = operation({
  method: 'DELETE',
  path: '/dashboard/api/providers/:id',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: 'Remove a provider; the next one takes its place',
  answers: { 200: Message },
})

export const testProvider = operation({
  method: 'POST',
  path: '/dashboard/api/providers/:id/test',
  access: 'member',
  role: 'owner',
  summary: 'Send a message through one provider to see whether it works',
  body: ProviderTest,
  answers: { 200: TestAnswer },
})
