package dev.waggle.server.folder;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.json.JsonObjectBuilder;

/**
 * The inbox of one agent in a data folder that another process owns. After a lost connection the owner delivers taken
 * items again; this process has them already and omits them. Has one consumer at a time, as every inbox.
 */
final class RemoteInbox implements Inbox {

    private final FolderClient client;
    private final String agentId;
    private final boolean isInSolve;
    private final NavigableSet<Long> taken;

    /**
     * An inbox.
     *
     * @param taken numbers of the entries that this process took and has not settled; shared by all inboxes of the
     *        agent
     */
    RemoteInbox(FolderClient client, String agentId, boolean isInSolve, NavigableSet<Long> taken) {
        this.client = client;
        this.agentId = agentId;
        this.isInSolve = isInSolve;
        this.taken = taken;
    }

    /** A set of taken entries. */
    static NavigableSet<Long> noneTaken() {
        return new TreeSet<>();
    }

    @Override
    public List<InboxItem> drain(int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("limit must be at least 0, got " + limit);
        }
        List<InboxItem> items = new ArrayList<>();
        boolean isMore = limit > 0;
        while (isMore) {
            FolderMessage answer = client.call(FolderCall.DRAIN, arguments().with("limit", limit - items.size()));
            List<InboxItem> read = FolderCodec.items(answer.in().objects("items"), answer.entries());
            synchronized (taken) {
                read.stream().filter(item -> taken.add(item.sequence())).forEach(items::add);
            }
            // Omitted items made room for others.
            isMore = items.size() < limit && !read.isEmpty()
                    && (answer.in().flag("more") || read.size() == limit);
        }
        return List.copyOf(items);
    }

    @Override
    public void acknowledge(long sequence) {
        var _ = client.call(FolderCall.ACKNOWLEDGE, arguments().with("upTo", sequence));
        synchronized (taken) {
            taken.headSet(sequence, true).clear();
        }
    }

    @Override
    public void recordAttempts(List<InboxItem> items, String reason) {
        report(FolderCall.ATTEMPTS, items, reason);
    }

    @Override
    public void giveUp(List<InboxItem> items, String reason) {
        report(FolderCall.GIVE_UP, items, reason);
        synchronized (taken) {
            items.forEach(item -> taken.remove(item.sequence()));
        }
    }

    @Override
    public boolean needsReaction() {
        return client.call(FolderCall.NEEDS_REACTION, arguments()).in().flag("needed");
    }

    private void report(FolderCall call, List<InboxItem> items, String reason) {
        if (!items.isEmpty()) {
            var _ = client.call(call,
                    arguments().with("items", FolderCodec.items(items)).with("reason", reason),
                    items.stream().map(InboxItem::entry).toList());
        }
    }

    private JsonObjectBuilder arguments() {
        return new JsonObjectBuilder().with("agentId", agentId).with("inSolve", isInSolve);
    }
}
