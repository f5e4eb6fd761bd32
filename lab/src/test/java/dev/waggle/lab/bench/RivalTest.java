package dev.waggle.lab.bench;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.world.World;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Completeness of the rivals; one that omits subscribers would be fast for the wrong reason. */
class RivalTest {

    @ParameterizedTest
    @EnumSource
    void everySubscriberHearsEverySignalOnceAndInOrder(EventLibrary rival) {
        List<List<Signal>> heard = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        SignalConsumer channel = rival
                .channel(heard.stream().<SignalConsumer>map(own -> own::add).toArray(SignalConsumer[]::new));
        List<Signal> signals = PublishWorkload.discoveries(World.system(1), 100);

        signals.forEach(channel);

        assertThat(heard).allSatisfy(own -> assertThat(own).isEqualTo(signals));
    }
}
