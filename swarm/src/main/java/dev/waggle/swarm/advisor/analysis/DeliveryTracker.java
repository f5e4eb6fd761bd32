package dev.waggle.swarm.advisor.analysis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.swarm.advisor.AdvisorReport.CommunicationStats;
import dev.waggle.swarm.advisor.analysis.InteractionGraph.Edge;

/**
 * Record of deliveries between agents. A signal is one entry for any number of receivers. Broadcasts are numbered, so
 * that later agents have not received them. Signals to some agents are counted by audience. Signals of the
 * infrastructure are received, and have no sender here. Owned by one thread.
 */
final class DeliveryTracker {

    /** Maximum number of edges of a graph: a hundred agents with ten types each. */
    static final int MAX_EDGES = 100_000;

    private record Channel(String from, SignalType type) {}

    private record Link(String from, String to, SignalType type) {}

    private record TargetedChannel(String from, SignalType type, Audience audience) {}

    /** Group of agents that receive the same signals, and the number of these signals. */
    private static final class Audience {
        private final Set<String> receivers;
        private int signals;

        Audience(List<String> receivers) {
            this.receivers = new LinkedHashSet<>(receivers);
        }
    }

    private static final class Member {
        private final int broadcastsBefore;
        private int sent;
        private int ownBroadcasts;

        Member(int broadcastsBefore) {
            this.broadcastsBefore = broadcastsBefore;
        }

        int received(int broadcasts) {
            return broadcasts - broadcastsBefore - ownBroadcasts;
        }
    }

    private final Map<String, Member> members = new LinkedHashMap<>();
    /** Numbers of the broadcasts, rising, by sender and type. */
    private final Map<Channel, List<Integer>> channels = new LinkedHashMap<>();
    private final Map<List<String>, Audience> audiences = new LinkedHashMap<>();
    private final Map<TargetedChannel, Integer> casts = new LinkedHashMap<>();
    private int broadcasts;
    private int total;

    DeliveryTracker(Collection<String> agents) {
        agents.forEach(this::join);
    }

    void join(String agent) {
        members.computeIfAbsent(agent, _ -> new Member(broadcasts));
    }

    void recordBroadcast(Signal signal) {
        if (signal.source() instanceof Source.Agent speaker) {
            sender(speaker.id()).ownBroadcasts++;
            channels.computeIfAbsent(new Channel(speaker.id(), signal.type()), _ -> new ArrayList<>())
                    .add(broadcasts);
        }
        broadcasts++;
    }

    void recordTargeted(Signal signal, List<String> receivers) {
        String from = signal.source() instanceof Source.Agent speaker ? speaker.id() : "";
        if (!from.isEmpty()) {
            var _ = sender(from);
        }
        Audience audience = audiences.computeIfAbsent(List.copyOf(receivers), named -> {
            named.forEach(this::join);
            return new Audience(named);
        });
        audience.signals++;
        if (!from.isEmpty()) {
            casts.merge(new TargetedChannel(from, signal.type(), audience), 1, Integer::sum);
        }
    }

    CommunicationStats traffic() {
        Map<String, Integer> received = LinkedHashMap.newLinkedHashMap(members.size());
        members.forEach((id, member) -> received.put(id, member.received(broadcasts)));
        for (Audience audience : audiences.values()) {
            audience.receivers.forEach(receiver -> received.merge(receiver, audience.signals, Integer::sum));
        }
        casts.forEach((cast, count) -> {
            if (cast.audience().receivers.contains(cast.from())) { // An agent does not receive its own signals.
                received.merge(cast.from(), -count, Integer::sum);
            }
        });
        List<CommunicationStats.AgentStats> agents = new ArrayList<>(members.size());
        members.forEach((id, member) -> agents.add(
                new CommunicationStats.AgentStats(id, member.sent, received.getOrDefault(id, 0))));
        agents.sort(Comparator.comparingInt(CommunicationStats.AgentStats::sent).reversed());
        return new CommunicationStats(agents, total);
    }

    InteractionGraph graph() {
        Map<Link, Integer> links = new LinkedHashMap<>();
        boolean complete = true;
        for (Map.Entry<TargetedChannel, Integer> cast : casts.entrySet()) {
            for (String receiver : cast.getKey().audience().receivers) {
                complete &= add(new Link(cast.getKey().from(), receiver, cast.getKey().type()), cast.getValue(), links);
            }
        }
        for (Map.Entry<Channel, List<Integer>> channel : channels.entrySet()) {
            for (Map.Entry<String, Member> member : members.entrySet()) {
                int broadcasts = since(member.getValue().broadcastsBefore, channel.getValue());
                complete &= add(new Link(channel.getKey().from(), member.getKey(), channel.getKey().type()), broadcasts,
                        links);
            }
        }
        List<Edge> edges = new ArrayList<>(links.size());
        links.forEach((link, count) -> edges.add(new Edge(link.from(), link.to(), link.type(), count)));
        return new InteractionGraph(List.copyOf(members.keySet()), edges, total, complete);
    }

    /** Adds to a link; true if there was room for it. */
    private static boolean add(Link link, int count, Map<Link, Integer> links) {
        if (count == 0 || link.from().equals(link.to())) {
            return true;
        }
        if (links.size() >= MAX_EDGES && !links.containsKey(link)) {
            return false;
        }
        links.merge(link, count, Integer::sum);
        return true;
    }

    private Member sender(String id) {
        Member member = members.computeIfAbsent(id, _ -> new Member(broadcasts));
        member.sent++;
        total++;
        return member;
    }

    /** Number of these rising numbers that are that number or later. */
    private static int since(int first, List<Integer> numbers) {
        int low = 0;
        int high = numbers.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (numbers.get(middle) < first) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return numbers.size() - low;
    }
}
