package dev.waggle.spring.memory;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import dev.waggle.setup.MemorySettings;
import dev.waggle.setup.team.SetupException;
import org.jspecify.annotations.Nullable;

/**
 * Opens the memory that settings describe. Without a setting that asks for one there is a memory where its library and
 * its data folder are.
 *
 * @param settings the settings
 * @param isAskedFor true if a setting asks for a memory, so that one that cannot be opened is refused
 * @param data the data folder; {@code null} for none
 */
public record MemoryConnector(MemorySettings settings, boolean isAskedFor, @Nullable Path data) {

    /**
     * Opens the memory with the library of its place.
     *
     * @param libraries the libraries on the class path
     * @param environment the variables that hold keys and addresses, read when a memory is opened
     * @throws SetupException when it cannot be used
     */
    public MemoryResource open(List<MemoryLibrary> libraries, Supplier<Map<String, String>> environment) {
        MemorySettings.Place place = settings.place();
        if (place == MemorySettings.Place.NONE) {
            return MemoryResource.NONE;
        }
        if (place == MemorySettings.Place.FOLDER && data == null) {
            return unavailable("there is no data folder", "Set waggle.data to a folder.");
        }
        Optional<MemoryLibrary> library = libraries.stream().filter(known -> known.place() == place).findFirst();
        return library.isPresent()
                ? library.get().open(settings, data, environment.get())
                : unavailable("there is neither a bean of the type SharedMemory nor its library on the class path",
                        "Add the dependency dev.waggle:" + dependency(place) + ", or set waggle.memory.use to none.");
    }

    private MemoryResource unavailable(String reason, String remedy) {
        if (isAskedFor) {
            throw new SetupException("the memory of waggle.memory is in place " + settings.place().wireName() + ", and "
                    + reason, remedy);
        }
        return MemoryResource.NONE;
    }

    private static String dependency(MemorySettings.Place place) {
        return place == MemorySettings.Place.QDRANT ? "waggle-connect-qdrant" : "waggle-connect-lucene";
    }
}
