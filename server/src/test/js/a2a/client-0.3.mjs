// Calls an agent with the client of @a2a-js/sdk 0.3.14: node client-0.3.mjs URL [TOKEN] [WEBHOOK].
import {randomUUID} from 'node:crypto';
import {ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory} from 'a2a-sdk-0.3/client';
import {notingFetch, step} from './steps.mjs';

const [url, token, webhook] = process.argv.slice(2);
const notes = [];
const fetchImpl = notingFetch(token, notes);
const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory({fetchImpl})],
    cardResolver: new DefaultAgentCardResolver({fetchImpl})
});
const send = (text, configuration) => ({
    message: {kind: 'message', messageId: randomUUID(), role: 'user', parts: [{kind: 'text', text}]}, configuration
});

let client;
await step('card', async () => {
    client = await factory.createFromUrl(url);
    return {card: await client.getAgentCard()};
});
let blocking;
await step('send', async () => blocking = await client.sendMessage(send('solve this')));
const stream = [];
await step('stream', async () => {
    for await (const event of client.sendMessageStream(send('solve this'))) {
        stream.push(event);
    }
    return stream;
});
await step('get', () => client.getTask({id: blocking.id}));
let waiting;
await step('return-immediately', async () => waiting = await client.sendMessage(send('wait for me', {blocking: false})));
await step('subscribe', async () => {
    const events = [];
    for await (const event of client.resubscribeTask({id: waiting.id})) {
        events.push(event);
        if (events.length === 1) {
            await step('cancel', () => client.cancelTask({id: waiting.id}));
        }
    }
    return events;
});
await step('cancel-again', () => client.cancelTask({id: blocking.id}));
await step('subscribe-ended', async () => {
    for await (const event of client.resubscribeTask({id: blocking.id})) {
        return event;
    }
});
if (webhook) {
    let hooked;
    await step('push-task', async () => hooked = await client.sendMessage(send('wait for push', {blocking: false})));
    await step('push-create', () => client.setTaskPushNotificationConfig({
        taskId: hooked.id, pushNotificationConfig: {id: 'hook', url: webhook, token: 'secret-of-the-hook'}
    }));
    await step('push-get', () => client.getTaskPushNotificationConfig({id: hooked.id, pushNotificationConfigId: 'hook'}));
    await step('push-list', () => client.listTaskPushNotificationConfig({id: hooked.id}));
    await step('push-cancel', () => client.cancelTask({id: hooked.id}));
    await step('push-delete', () => client.deleteTaskPushNotificationConfig({id: hooked.id,
        pushNotificationConfigId: 'hook'}));
}
await step('get-unknown', () => client.getTask({id: 'no-such-task'}));
await step('ask', () => client.sendMessage(send('ask me')));
await step('extended-card', () => client.transport.getExtendedAgentCard());
await step('notes', () => notes.map(note => ({...note.request, status: note.status, type: note.type})));
await Promise.all(notes.map(note => note.done));
