package dev.waggle.cli.ask;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.cli.setup.SetupFile;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.connect.llm.ModelCatalog;
import org.jspecify.annotations.Nullable;

/**
 * Models of a council and their catalog. A models file in JSON names them by its aliases. A {@code swarm.yaml} names
 * them in its list {@code models}, and providers and prices come from the models file.
 *
 * @param catalog the catalog, to be closed
 * @param names names of the models, at least two
 */
record PanelModels(ModelCatalog catalog, List<String> names) implements AutoCloseable {

    /** Most models of a council. */
    private static final int MAX_MODELS = 64;

    PanelModels {
        names = List.copyOf(names);
    }

    /**
     * Reads a file.
     *
     * @param panel the file that names the models
     * @param models the models file; {@code null} for none
     */
    static PanelModels read(Path panel, @Nullable Path models, Map<String, String> environment) {
        boolean isModelsFile = SetupFile.text(panel).stripLeading().startsWith("{");
        Path file = isModelsFile ? panel : models;
        List<String> named = isModelsFile ? List.of() : SetupFile.read(panel).models();
        ModelCatalog catalog = UserException.checked(
                () -> file == null ? ModelCatalog.of(environment) : ModelCatalog.of(environment, file));
        try {
            List<String> names = isModelsFile ? List.copyOf(catalog.models().keySet()) : named;
            requireCouncil(panel, names, catalog);
            return new PanelModels(catalog, names);
        } catch (RuntimeException | Error refused) {
            catalog.close();
            throw refused;
        }
    }

    private static void requireCouncil(Path file, List<String> names, ModelCatalog catalog) {
        if (names.size() < 2 || names.size() > MAX_MODELS) {
            throw new UserException(file + " names " + names.size() + " models, and a council has 2 to " + MAX_MODELS,
                    "Name them under models: {\"models\": {\"small\": \"ollama:llama3.2\", ...}}, or as the list"
                            + " models of a swarm.yaml.");
        }
        Set<String> known = new HashSet<>();
        for (String name : names) {
            String model = UserException.checked(() -> catalog.resolve(name)).toString();
            if (!known.add(model)) {
                throw new UserException(file + " names the model " + model + " twice",
                        "Name each model once; samples of one model are asked in any case.");
            }
        }
    }

    @Override
    public void close() {
        catalog.close();
    }
}
