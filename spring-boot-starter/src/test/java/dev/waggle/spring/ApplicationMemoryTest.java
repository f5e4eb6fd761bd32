package dev.waggle.spring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import dev.waggle.connect.lucene.Memory;
import dev.waggle.connect.qdrant.QdrantMemory;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.setup.MemorySettings;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.world.World;
import dev.waggle.spring.memory.MemoryResource;
import dev.waggle.spring.property.RefusedSettingAnalyzer;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryPool;
import dev.waggle.swarm.memory.MemoryRules;
import dev.waggle.swarm.memory.SharedMemory;
import dev.waggle.swarm.memory.StoredMemory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/** The memory of an application, in its data folder or elsewhere. */
class ApplicationMemoryTest {

    private static final String QUESTION = "Shard the database or buy time?";

    private static final ApplicationContextRunner APPLICATION = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(WaggleAutoConfiguration.class))
            .withBean(Agent.class, () -> Agent.of("ada", turn -> turn.round() > 1
                    ? List.of(Draft.vote("shard", Stance.AGREE, 0.9))
                    : List.of(Draft.proposal("shard", "Shard the database by tenant", "writes double", 0.8))));

    @TempDir
    Path folder;

    @BeforeAll
    static void isolate() {
        OwnProperties.isolate();
    }

    private ApplicationContextRunner stored() {
        return APPLICATION.withPropertyValues("waggle.data=" + folder);
    }

    @Test
    void aLaterApplicationRecallsWhatAnEarlierOneFound() throws IOException {
        stored().run(first -> assertThat(types(first.getBean(Journal.class), solve(first.getBean(Swarm.class))))
                .isNotEmpty().doesNotContain("memory:shared"));
        try (Memory memory = Memory.open(MemorySettings.folderIn(folder))) {
            List<StoredMemory> all = memory.list(MemoryFilter.ALL, null, 100);
            assertThat(all).anyMatch(one -> one.content().contains("Shard the database by tenant"));
        }
        stored().run(second -> assertThat(types(second.getBean(Journal.class), solve(second.getBean(Swarm.class))))
                .contains("memory:shared"));
    }

    @Test
    void memoriesOfATenantAreItsOwn() {
        stored().withPropertyValues("waggle.memory.tenant=acme")
                .run(first -> assertThat(solve(first.getBean(Swarm.class))).isNotEmpty());
        stored().run(other -> assertThat(types(other.getBean(Journal.class), solve(other.getBean(Swarm.class))))
                .doesNotContain("memory:shared"));
        stored().withPropertyValues("waggle.memory.tenant=acme")
                .run(same -> assertThat(types(same.getBean(Journal.class), solve(same.getBean(Swarm.class))))
                        .contains("memory:shared"));
    }

    @Test
    void memoriesAreFoundByTheMeaningOfTheNamedModel() {
        stored().withPropertyValues("waggle.memory.embeddings=hashing:ngrams-v1").run(first -> {
            assertThat(first).hasNotFailed();
            assertThat(solve(first.getBean(Swarm.class))).isNotEmpty();
        });
        stored().withPropertyValues("waggle.memory.embeddings=nothing").run(refused -> assertThat(refused)
                .hasFailed().getFailure().rootCause().hasMessageContaining("waggle.memory.embeddings: ")
                .hasMessageContaining("nothing"));
    }

    @Test
    void theMemoryOfTheApplicationWins() {
        SharedMemory own = new MemoryPool(MemoryRules.defaults(), World.system());
        stored().withBean(SharedMemory.class, () -> own).run(application -> assertThat(application)
                .doesNotHaveBean(MemoryResource.class).getBean(SwarmConfig.class)
                .satisfies(config -> assertThat(config.services().experience().memory()).isSameAs(own)));
        assertThat(MemorySettings.folderIn(folder)).doesNotExist();
    }

    @Test
    void withoutAnyMemoryNoneIsWritten() {
        stored().withPropertyValues("waggle.memory.use=none").run(application -> {
            assertThat(memoryOf(application.getBean(SwarmConfig.class))).isSameAs(SharedMemory.NONE);
            assertThat(solve(application.getBean(Swarm.class))).isNotEmpty();
        });
        APPLICATION.run(application -> assertThat(memoryOf(application.getBean(SwarmConfig.class)))
                .isSameAs(SharedMemory.NONE));
        assertThat(MemorySettings.folderIn(folder)).doesNotExist();
    }

    @Test
    void aMemoryThatIsAskedForAndNotThereIsRefusedWithItsRemedy() {
        ApplicationContextRunner without = stored().withClassLoader(new FilteredClassLoader(Memory.class,
                QdrantMemory.class));
        without.run(application -> assertThat(memoryOf(application.getBean(SwarmConfig.class)))
                .isSameAs(SharedMemory.NONE));
        without.withPropertyValues("waggle.memory.use=folder").run(application -> assertThat(application).hasFailed()
                .getFailure().rootCause().hasMessageContaining("dev.waggle:waggle-connect-lucene"));
        without.withPropertyValues("waggle.memory.use=qdrant").run(application -> assertThat(application).hasFailed()
                .getFailure().rootCause().hasMessageContaining("dev.waggle:waggle-connect-qdrant"));
        APPLICATION.withPropertyValues("waggle.memory.decay-days=3").run(application -> assertThat(application)
                .hasFailed().getFailure().rootCause().hasMessageContaining("Set waggle.data"));
    }

    @Test
    void aServerIsAskedByTheFirstRecallOnly() {
        APPLICATION.withPropertyValues("waggle.memory.use=qdrant", "waggle.memory.url=http://127.0.0.1:9")
                .run(application -> assertThat(memoryOf(application.getBean(SwarmConfig.class)))
                        .isNotSameAs(SharedMemory.NONE));
        APPLICATION.withPropertyValues("waggle.memory.use=qdrant", "waggle.memory.key-env=NO_SUCH_VARIABLE_7")
                .run(refused -> assertThat(refused).hasFailed().getFailure().rootCause()
                        .hasMessageContaining("NO_SUCH_VARIABLE_7"));
    }

    @Test
    void aMemoryThatCannotBeReadIsRefused() throws IOException {
        Files.writeString(MemorySettings.folderIn(folder), "no folder");

        stored().run(refused -> assertThat(refused).hasFailed().getFailure().rootCause()
                .hasMessageContaining("it is no folder").hasMessageContaining("waggle.memory.use: none"));
        // Nothing stayed open, so the folder is free.
        stored().withPropertyValues("waggle.memory.use=none").run(free -> assertThat(free).hasNotFailed());
    }

    @Test
    void aFolderThatAnotherOneOwnsIsRefusedBeforeAMemoryIsInIt() {
        stored().withPropertyValues("waggle.memory.use=none").run(owner -> {
            assertThat(owner).hasSingleBean(SignalService.class);
            stored().run(second -> {
                FailureAnalysis analysis = new RefusedSettingAnalyzer()
                        .analyze(Objects.requireNonNull(second.getStartupFailure()));

                assertThat(analysis).isNotNull();
                assertThat(analysis.getDescription()).contains("waggle.data: ").contains("is being written by");
                assertThat(analysis.getAction()).contains("another folder");
            });
        });
        assertThat(MemorySettings.folderIn(folder)).doesNotExist();
    }

    private static SharedMemory memoryOf(SwarmConfig config) {
        return config.services().experience().memory();
    }

    private static String solve(Swarm swarm) {
        return swarm.solve(QUESTION).solveId();
    }

    private static List<String> types(Journal journal, String run) {
        return journal.entriesOf(run).stream().map(entry -> entry.signal().type().text()).toList();
    }
}
