package dev.waggle.cli.models;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.cli.replay.Scene;
import dev.waggle.cli.terminal.Screen;
import dev.waggle.cli.terminal.UserError;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.learning.FileBanditStore;
import dev.waggle.journal.tape.RecordingFile;
import dev.waggle.journal.tape.Tape;
import dev.waggle.journal.tape.TapeMode;
import dev.waggle.journal.tape.Taped;
import dev.waggle.signal.learning.BanditStore;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.Task;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.CircuitBreakers;
import dev.waggle.swarm.harness.Spending;
import dev.waggle.swarm.reaction.Personality;
import dev.waggle.swarm.solve.ModelAgentFactory;
import dev.waggle.swarm.solve.ModelMetaAgent;
import dev.waggle.swarm.solve.ModelSynthesizer;
import dev.waggle.swarm.solve.Ports;
import dev.waggle.swarm.solve.SwarmConfig;
import org.jspecify.annotations.Nullable;

/**
 * A scene in which models play agents, and what has to stay open while it is played: tool servers and the recording.
 */
public final class ModelScene implements AutoCloseable {

    private final Scene scene;
    private final Cast cast;
    private final List<String> models;
    private final ModelCatalog catalog;
    private final Equipment equipment;
    private final @Nullable RecordingFile recording;

    private ModelScene(Scene scene, Cast cast, List<String> models, ModelCatalog catalog, Equipment equipment,
            @Nullable RecordingFile recording) {
        this.scene = scene;
        this.cast = cast;
        this.models = models;
        this.catalog = catalog;
        this.equipment = equipment;
        this.recording = recording;
    }

    /** Sets the scene; nothing is asked yet, and nothing stays open when it cannot be set. */
    public static ModelScene open(ModelTeam asked, Task task, List<Agent> people, Screen screen) {
        return open(asked, task, people, screen, new CircuitBreakers(BreakerPolicy.DEFAULTS, World.system()));
    }

    /** The same with breakers that other scenes share. */
    public static ModelScene open(ModelTeam asked, Task task, List<Agent> people, Screen screen,
            CircuitBreakers breakers) {
        ModelTeam.Tapes tapes = asked.tapes();
        Tape tape = tapes.replay() == null ? null : Tape.read(tapes.replay());
        World world = world(tapes.seed(), tape);
        ModelCatalog catalog = catalog(asked.players());
        Equipment equipment = null;
        RecordingFile recording = null;
        try {
            boolean replaysOnly = tape != null && !tapes.orLive();
            equipment = replaysOnly
                    ? Equipment.none()
                    : Equipment.open(screen, asked.tools(), asked.players().environment(), world);
            if (tapes.record() != null) {
                requireNew(tapes.record());
                recording = RecordingFile.open(tapes.record(), world, fault -> complain(screen, fault));
            }
            Taped taped = Taped.of(mode(tape, tapes.orLive(), recording), tape, recording);
            ToolRegistry tools = replaysOnly ? taped.offeredTools() : taped.tools(equipment.tools());
            HarnessStack stack = new HarnessStack(catalog, taped, breakers, asked.players().places());
            Cast cast = new Cast(catalog, stack, tools, new Cast.Manner(
                    asked.players().mode(), asked.manner().maxOutput(), asked.manner().temperature(),
                    learning(asked.after(), world)));
            List<Agent> agents = new ArrayList<>(people);
            Cast.Players played = cast.agents(asked.players().team(), asked.players().models());
            agents.addAll(played.agents());
            Spending spending = new Spending(asked.budget(), catalog.prices());
            Scene bare = people.isEmpty()
                    ? Scene.ofModels(task, agents, spending, world)
                    : Scene.ofModelsAndPeople(task, agents, spending, world);
            Scene scene = played.router().map(bare::withEscalations).orElse(bare);
            return new ModelScene(asked.after().synthesize()
                    ? scene.withSynthesizer(cast.synthesizer(asked.players().team(), asked.players().models()))
                    : scene, cast, asked.players().models(), catalog, equipment, recording);
        } catch (RuntimeException | Error failed) {
            close(failed, recording);
            close(failed, equipment);
            close(failed, catalog);
            throw failed;
        }
    }

    private static @Nullable BanditStore learning(ModelTeam.After after, World world) {
        Path folder = after.learn();
        if (folder == null) {
            return null;
        }
        requireFolder(folder);
        return FileBanditStore.open(folder, world.fork("learning"));
    }

    /** The store makes the folder with the first lesson, when all is paid for. */
    private static void requireFolder(Path folder) {
        Path there = folder.toAbsolutePath().normalize();
        while (!Files.exists(there, LinkOption.NOFOLLOW_LINKS) && there.getParent() != null) {
            there = there.getParent();
        }
        if (!Files.isDirectory(there)) {
            throw new UserError("agents cannot learn in " + folder + ": " + there + " is not a folder",
                    "Name a folder with --learn, one that exists or a new one.");
        }
        if (!Files.isWritable(there)) {
            throw new UserError("agents cannot learn in " + folder + ": " + there + " cannot be written",
                    "Name a folder with --learn that can be written.");
        }
    }

    /** Closes what was open; a fault at that is told beside the one that ends it all. */
    private static void close(Throwable failed, @Nullable AutoCloseable open) {
        try {
            if (open != null) {
                open.close();
            }
        } catch (Exception another) {
            failed.addSuppressed(another);
        }
    }

    public Scene scene() {
        return scene;
    }

    /**
     * That configuration with the models beside the agents, and where the swarm grows, with who plays the newcomers. The
     * name of a model is empty for the first of the team's; no value is nobody.
     *
     * @param synthesizer writes the answer
     * @param metaAgent looks at the swarm from outside
     */
    public SwarmConfig staffed(SwarmConfig config, Optional<String> synthesizer, Optional<String> metaAgent) {
        Ports ports = config.ports();
        if (config.steering().evolution().enabled()) {
            ports = ports.withAgents(new ModelAgentFactory(cast.model("", models), cast.config(Personality.BALANCED)));
        }
        if (synthesizer.isPresent()) {
            ports = ports.withSynthesizer(new ModelSynthesizer(cast.model(synthesizer.get(), models)));
        }
        if (metaAgent.isPresent()) {
            ports = ports.withMetaAgent(new ModelMetaAgent(cast.model(metaAgent.get(), models), JsonText::read));
        }
        return config.withPorts(ports);
    }

    /** The recording that is made while the scene is played; empty when none is. */
    public Optional<RecordingFile> recording() {
        return Optional.ofNullable(recording);
    }

    @Override
    public void close() {
        try (catalog; equipment) {
            if (recording != null) {
                recording.close();
            }
        }
    }

    /** What models said was paid for: a recording does not take the place of another. */
    private static void requireNew(@Nullable Path file) {
        if (file != null && Files.exists(file)) {
            throw new UserError("there is a file " + file + " already, and a recording overwrites none",
                    "Name another file, or take that one away.");
        }
    }

    private static TapeMode mode(@Nullable Tape tape, boolean orLive, @Nullable RecordingFile recording) {
        if (tape != null) {
            return orLive ? TapeMode.REPLAY_ELSE_LIVE : TapeMode.REPLAY;
        }
        return recording == null ? TapeMode.LIVE : TapeMode.RECORD;
    }

    private static ModelCatalog catalog(ModelTeam.Players players) {
        try {
            return players.file() == null
                    ? ModelCatalog.of(players.environment())
                    : ModelCatalog.of(players.environment(), players.file());
        } catch (IllegalArgumentException refused) {
            throw UserError.of(refused);
        }
    }

    /** Chance belongs to what is replayed: agents choose by it what they ask. */
    private static World world(@Nullable Long seed, @Nullable Tape tape) {
        if (seed != null) {
            return World.system(seed);
        }
        Optional<Long> recorded = tape == null ? Optional.empty() : tape.seed();
        return recorded.map(World::system).orElseGet(World::system);
    }

    private static void complain(Screen screen, UncheckedIOException fault) {
        screen.err().println("waggle: " + fault.getMessage());
        screen.err().flush();
    }
}
