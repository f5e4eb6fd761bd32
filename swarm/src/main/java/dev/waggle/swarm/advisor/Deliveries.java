package dev.waggle.swarm.advisor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.swarm.advisor.InteractionGraph.Edge;

/**
 * What reached whom. A signal to all is one entry, whatever their number: who was there then has received it. What the
 * infrastructure says is received, and sent by nobody. Owned by one thread.
 */
final class Deliveries {

    /** The most edges that are told apart; beyond, only sums are kept. A hundred agents with ten types each. */
    static final int MOST_EDGES = 100_000;

    private record Channel(String from, SignalType type) {}

    private record Link(String from, String to, SignalType type) {}

    private static final class Member {
        private final int broadcastsBefore;
        private int sent;
        private int ownBroadcasts;
        private int addressed;

        Member(int broadcastsBefore) {
            this.broadcastsBefore = broadcastsBefore;
        }

        int received(int broadcasts) {
            return broadcasts - broadcastsBefore - ownBroadcasts + addressed;
        }
    }

    private final Map<String, Member> members = new LinkedHashMap<>();
    /** By sender and type, the numbers of the signals to all, rising. */
    private final Map<Channel, List<Integer>> channels = new LinkedHashMap<>();
    private final Map<Link, Integer> links = new LinkedHashMap<>();
    private int broadcasts;
    private int total;
    private boolean complete = true;

    Deliveries(Collection<String> agents) {
        agents.forEach(this::join);
    }

    void join(String agent) {
        members.computeIfAbsent(agent, _ -> new Member(broadcasts));
    }

    void toAll(Signal signal) {
        if (signal.source() instanceof Source.Agent speaker) {
            sender(speaker.id()).ownBroadcasts++;
            channels.computeIfAbsent(new Channel(speaker.id(), signal.type()), _ -> new ArrayList<>())
                    .add(broadcasts);
        }
        broadcasts++;
    }

    void to(Signal signal, List<String> hearers) {
        String from = signal.source() instanceof Source.Agent speaker ? speaker.id() : "";
        if (!from.isEmpty()) {
            sender(from);
        }
        for (String hearer : hearers) {
            if (!hearer.equals(from)) {
                join(hearer);
                members.computeIfPresent(hearer, (_, member) -> {
                    member.addressed++;
                    return member;
                });
                if (!from.isEmpty()) {
                    link(new Link(from, hearer, signal.type()));
                }
            }
        }
    }

    Traffic traffic() {
        List<Traffic.OfAgent> agents = new ArrayList<>(members.size());
        members.forEach((id, member) -> agents.add(new Traffic.OfAgent(id, member.sent, member.received(broadcasts))));
        agents.sort(Comparator.comparingInt(Traffic.OfAgent::sent).reversed());
        return new Traffic(agents, total);
    }

    InteractionGraph graph() {
        Map<Link, Integer> all = new LinkedHashMap<>(links);
        boolean whole = complete;
        for (Map.Entry<Channel, List<Integer>> channel : channels.entrySet()) {
            for (Map.Entry<String, Member> member : members.entrySet()) {
                int heard = since(member.getValue().broadcastsBefore, channel.getValue());
                Link link = new Link(channel.getKey().from(), member.getKey(), channel.getKey().type());
                if (heard > 0 && !link.from().equals(link.to())) {
                    if (all.size() < MOST_EDGES || all.containsKey(link)) {
                        all.merge(link, heard, Integer::sum);
                    } else {
                        whole = false;
                    }
                }
            }
        }
        List<Edge> edges = new ArrayList<>(all.size());
        all.forEach((link, count) -> edges.add(new Edge(link.from(), link.to(), link.type(), count)));
        List<String> nodes = List.copyOf(members.keySet());
        return new InteractionGraph(nodes, edges, total, whole);
    }

    private Member sender(String id) {
        Member member = members.computeIfAbsent(id, _ -> new Member(broadcasts));
        member.sent++;
        total++;
        return member;
    }

    private void link(Link link) {
        if (links.size() < MOST_EDGES || links.containsKey(link)) {
            links.merge(link, 1, Integer::sum);
        } else {
            complete = false;
        }
    }

    /** How many of these rising numbers are that number or later. */
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
