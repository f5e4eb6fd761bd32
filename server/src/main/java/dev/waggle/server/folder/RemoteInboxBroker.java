package dev.waggle.server.folder;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentHashMap;

import dev.waggle.journal.inbox.DeadLetter;
import dev.waggle.journal.inbox.InboxBroker;
import dev.waggle.journal.inbox.InboxCodec;
import dev.waggle.journal.inbox.Subscription;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.json.JsonObjectBuilder;
import org.jspecify.annotations.Nullable;

/** The inboxes of a data folder that another process owns. Many threads may use it. */
final class RemoteInboxBroker implements InboxBroker {

    private final FolderClient client;
    private final Map<String, NavigableSet<Long>> taken = new ConcurrentHashMap<>();

    RemoteInboxBroker(FolderClient client) {
        this.client = client;
    }

    @Override
    public void registerAgent(String agentId) {
        var _ = client.call(FolderCall.REGISTER, agent(agentId));
    }

    @Override
    public boolean isKnown(String agentId) {
        return client.call(FolderCall.KNOWN, agent(agentId)).in().flag("known");
    }

    @Override
    public Subscription subscribe(SubscriptionRequest request) {
        return InboxCodec.subscription(client.call(FolderCall.SUBSCRIBE, FolderCodec.request(request)).in());
    }

    @Override
    public boolean unsubscribe(String caller, String agentId, String pattern, @Nullable String tenant) {
        return client.call(FolderCall.UNSUBSCRIBE, agent(agentId).with("caller", caller).with("pattern", pattern)
                .withPresent("tenant", tenant)).in().flag("removed");
    }

    @Override
    public Inbox inboxOf(String agentId) {
        return inbox(agentId, false);
    }

    @Override
    public Inbox inboxInSolve(String agentId) {
        return inbox(agentId, true);
    }

    @Override
    public List<InboxItem> waiting(String agentId, int limit) {
        return waiting(agentId, limit, false);
    }

    @Override
    public List<InboxItem> waitingInSolve(String agentId, int limit) {
        return waiting(agentId, limit, true);
    }

    @Override
    public List<DeadLetter> deadLetters() {
        return client.call(FolderCall.DEAD_LETTERS, new JsonObjectBuilder()).in().objects("letters").stream()
                .map(InboxCodec::letter).toList();
    }

    @Override
    public List<Long> requeue(String agentId, Collection<Long> sequences) {
        return FolderCodec.numbers(client.call(FolderCall.REQUEUE,
                agent(agentId).with("sequences", FolderCodec.numbers(List.copyOf(sequences)))).in(), "sequences");
    }

    @Override
    public List<Long> requeueAll(String agentId) {
        return FolderCodec.numbers(client.call(FolderCall.REQUEUE_ALL, agent(agentId)).in(), "sequences");
    }

    private Inbox inbox(String agentId, boolean isInSolve) {
        return new RemoteInbox(client, agentId, isInSolve,
                taken.computeIfAbsent(agentId, _ -> RemoteInbox.noneTaken()));
    }

    private List<InboxItem> waiting(String agentId, int limit, boolean isInSolve) {
        FolderMessage answer = client.call(FolderCall.WAITING,
                agent(agentId).with("limit", limit).with("inSolve", isInSolve));
        return FolderCodec.items(answer.in().objects("items"), answer.entries());
    }

    private static JsonObjectBuilder agent(String agentId) {
        return new JsonObjectBuilder().with("agentId", agentId);
    }
}
