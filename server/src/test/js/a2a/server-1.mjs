// An agent behind the server of @a2a-js/sdk 1.3.0. Prints its URL, then a line for each cancel.
import {randomUUID} from 'node:crypto';
import express from 'express';
import {AgentEvent, DefaultRequestHandler, InMemoryTaskStore} from 'a2a-sdk-1/server';
import {agentCardHandler, jsonRpcHandler, UserBuilder} from 'a2a-sdk-1/server/express';
import {CancelSignals, play} from './behaviour.mjs';

const STATES = {
    submitted: 1, working: 2, completed: 3, failed: 4, canceled: 5, 'input-required': 6, rejected: 7, 'auth-required': 8
};
const AGENT = 2;

const part = content => ({content, mediaType: '', filename: '', metadata: undefined});
const textPart = value => part({$case: 'text', value});

class Stage {
    constructor(context, bus) {
        this.context = context;
        this.bus = bus;
        this.taskId = context.taskId;
        this.contextId = context.contextId;
    }

    #message(text, taskId) {
        return {
            messageId: randomUUID(), role: AGENT, contextId: this.contextId, taskId, parts: [textPart(text)],
            metadata: undefined, extensions: [], referenceTaskIds: []
        };
    }

    message(text) {
        this.bus.publish(AgentEvent.message(this.#message(text, '')));
    }

    task(state) {
        this.bus.publish(AgentEvent.task({
            id: this.taskId, contextId: this.contextId,
            status: {state: STATES[state], message: undefined, timestamp: new Date().toISOString()},
            artifacts: [], history: [this.context.userMessage], metadata: undefined
        }));
    }

    status(state, text) {
        this.bus.publish(AgentEvent.statusUpdate({
            taskId: this.taskId, contextId: this.contextId, metadata: undefined,
            status: {
                state: STATES[state], timestamp: new Date().toISOString(),
                message: text === undefined ? undefined : this.#message(text, this.taskId)
            }
        }));
    }

    #artifact(artifactId, parts, append, lastChunk) {
        this.bus.publish(AgentEvent.artifactUpdate({
            taskId: this.taskId, contextId: this.contextId, append, lastChunk, metadata: undefined,
            artifact: {artifactId, name: artifactId, description: '', parts, metadata: undefined, extensions: []}
        }));
    }

    artifact(id, text, {append, last}) {
        this.#artifact(id, [textPart(text)], append, last);
    }

    artifactData(id, value) {
        this.#artifact(id, [part({$case: 'data', value})], false, true);
    }
}

const signals = new CancelSignals();
const executor = {
    async execute(context, bus) {
        const text = context.userMessage.parts.map(p => p.content?.value ?? '').join('\n');
        await play(text, new Stage(context, bus), signals.wait(context.taskId));
        bus.finished();
    },
    async cancelTask(taskId) {
        console.log('cancelled');
        signals.raise(taskId);
    }
};

const app = express();
const listener = app.listen(0, '127.0.0.1', () => {
    const url = `http://127.0.0.1:${listener.address().port}`;
    const streaming = process.argv[2] !== 'no-streaming';
    const card = {
        name: 'JavaScript agent', description: 'An agent of a test', version: '1.0.0', provider: undefined,
        supportedInterfaces: [{url: `${url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: ''}],
        capabilities: {streaming, pushNotifications: true, extensions: [], extendedAgentCard: false},
        securitySchemes: {}, securityRequirements: [], defaultInputModes: ['text/plain'],
        defaultOutputModes: ['text/plain'], signatures: [],
        skills: [{
            id: 'answer', name: 'Answer', description: 'Answers', tags: ['test'], examples: [], inputModes: [],
            outputModes: [], securityRequirements: []
        }]
    };
    const handler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
    app.use('/.well-known/agent-card.json', agentCardHandler({agentCardProvider: handler}));
    app.use('/rpc', jsonRpcHandler({requestHandler: handler, userBuilder: UserBuilder.noAuthentication}));
    console.log(url);
});
process.stdin.on('end', () => process.exit(0)).resume();
