package dev.waggle.swarm.solve;
import org.junit.jupiter.api.Test;
import static org.assertj.core.api.Assertions.assertThat;
class RandomSwarmsTest {
    @Test
    void runs() {
        java.util.logging.LogManager.getLogManager().reset();
        for (long seed = Long.getLong("from", 1); seed <= Long.getLong("to", 100); seed++) {
            RandomSwarm swarm = RandomSwarm.of(seed);
            long seed0 = seed; long t = System.nanoTime();
            System.out.print(seed + " ");
            SwarmRun one = new SwarmStage(swarm).solve();
            System.out.print(one.result().ending() + " rounds " + one.result().timing().roundsUsed() + " log " + one.result().signalLog().size() + " debates " + one.result().debateResults().size() + " cost " + one.result().cost().tokens() + " " + (System.nanoTime() - t) / 1000000 + " ms\n");
            Invariants.broken(one).forEach((k, v) -> System.out.println("BROKEN " + seed0 + " " + k + " " + v.substring(0, Math.min(1500, v.length()))));
            SwarmRun two = new SwarmStage(swarm).solve();
            if (!one.entries().equals(two.entries())) { System.out.println("DIFFERENT " + swarm.inShort());
               for (int i = 0; i < one.entries().size(); i++) if (i >= two.entries().size() || !one.entries().get(i).equals(two.entries().get(i))) { System.out.println(one.entries().get(i)); System.out.println(i < two.entries().size() ? two.entries().get(i) : "-"); break; } }
        }
    }
}
