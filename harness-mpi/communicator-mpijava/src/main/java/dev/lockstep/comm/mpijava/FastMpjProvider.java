package dev.lockstep.comm.mpijava;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.MpiInstallation.Family;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.spi.Availability;
import java.util.List;
import java.util.Map;

/**
 * Provides {@code fastmpj}: FastMPJ, which has the same API as MPJ Express and is commercial.
 *
 * @implNote Written against the API alone and tested with MPJ Express's jar in FastMPJ's place: nobody who works on
 *     Lockstep has FastMPJ. It is started as MPJ Express is, by {@link MpjRun}; if it turns out to need its own
 *     start-up program, that is missing here.
 */
public final class FastMpjProvider implements CommunicatorProvider {
    @Override
    public String name() {
        return "fastmpj";
    }

    @Override
    public String description() {
        return "FastMPJ (mpiJava 1.2; commercial: bring it by FMPJ_HOME; never tried with the real one)";
    }

    @Override
    public boolean ranksAreThreads() {
        return false;
    }

    @Override
    public List<Family> families() {
        return List.of(Family.MPIJAVA);
    }

    @Override
    public Availability availability() {
        return new LibrarySearch(System.getenv()).fastMpj();
    }

    @Override
    public Map<Capability, String> unsupported() {
        return Lacking.FASTMPJ;
    }

    @Override
    public World open(WorldOptions options) {
        return MpjProvider.open("FastMPJ", availability(), options, unsupported());
    }
}
